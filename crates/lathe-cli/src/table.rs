//! Tables that read well in a terminal and are Markdown at the same time.

/// The first row is the header; numbers stand on the right.
pub fn render(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width =
        |column: usize| rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max();
    let widths: Vec<usize> = (0..columns).map(|column| width(column).unwrap_or(0).max(3)).collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        text.push('|');
        for (column, &width) in widths.iter().enumerate() {
            let cell = row.get(column).map_or("", String::as_str);
            let padding = " ".repeat(width - cell.chars().count());
            let cell = if column == 0 { format!("{cell}{padding}") } else { format!("{padding}{cell}") };
            text.push_str(&format!(" {cell} |"));
        }
        text.push('\n');
        if number == 0 {
            text.push('|');
            for (column, &width) in widths.iter().enumerate() {
                let line = "-".repeat(width + 1);
                text.push_str(&if column == 0 { format!("{line}-|") } else { format!("{line}:|") });
            }
            text.push('\n');
        }
    }
    text
}
