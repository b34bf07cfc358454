//! Nodes in rows.
//!
//! Links go from one row to the next; whoever has longer ones puts a narrow cell into every row between. First an order within the
//! rows in which links cross little (each cell goes to the mean of its neighbours in the row before, then behind, a few
//! times, and the best order is kept), then places: the rows are gone through again, and the cells of a row are put as near
//! as possible, by least squares, to where their neighbours would have them, without overlapping and in their order.

/// Between two cells.
const DISTANCE: f64 = 22.0;
const ORDER_SWEEPS: usize = 12;
const PLACE_SWEEPS: usize = 16;
/// Crossings are counted pair by pair. More links than this between two rows are not a picture to look at.
const MAX_LINKS_TO_COUNT: usize = 400;

#[derive(Clone, Debug)]
pub struct Cell {
    pub row: usize,
    pub width: f64,
    /// The middle.
    pub x: f64,
}

/// From a cell to one in the next row. Where it begins and ends is relative to the middles.
#[derive(Clone, Debug)]
pub struct Link {
    pub from: usize,
    pub to: usize,
    pub from_dx: f64,
    pub to_dx: f64,
    /// How much it wants to be straight.
    pub weight: f64,
}

#[derive(Clone, Debug, Default)]
pub struct Layers {
    pub cells: Vec<Cell>,
    pub links: Vec<Link>,
    rows: Vec<Vec<usize>>,
    /// The links of each cell to the row before, and to the row behind.
    up: Vec<Vec<usize>>,
    down: Vec<Vec<usize>>,
}

impl Layers {
    pub fn add(&mut self, row: usize, width: f64) -> usize {
        self.cells.push(Cell { row, width, x: 0.0 });
        self.cells.len() - 1
    }

    /// Orders and places all cells, from 0 to the right; the width of it all.
    pub fn arrange(&mut self) -> f64 {
        let rows = self.cells.iter().map(|cell| cell.row + 1).max().unwrap_or(0);
        self.rows = vec![Vec::new(); rows];
        for (index, cell) in self.cells.iter().enumerate() {
            self.rows[cell.row].push(index);
        }
        self.up = vec![Vec::new(); self.cells.len()];
        self.down = vec![Vec::new(); self.cells.len()];
        for (index, link) in self.links.iter().enumerate() {
            self.down[link.from].push(index);
            self.up[link.to].push(index);
        }
        self.order();
        self.place();
        let left = self.edges(|cell| cell.x - cell.width / 2.0).fold(f64::INFINITY, f64::min);
        let right = self.edges(|cell| cell.x + cell.width / 2.0).fold(f64::NEG_INFINITY, f64::max);
        if self.cells.is_empty() {
            return 0.0;
        }
        self.cells.iter_mut().for_each(|cell| cell.x -= left);
        right - left
    }

    fn edges<'a>(&'a self, f: impl Fn(&Cell) -> f64 + 'a) -> impl Iterator<Item = f64> + 'a {
        self.cells.iter().map(f)
    }

    // --- Order ------------------------------------------------------------------------------------------------------

    fn order(&mut self) {
        self.pack();
        let mut best = (self.crossings(), self.rows.clone());
        for sweep in 0..ORDER_SWEEPS {
            if best.0 == 0 {
                break;
            }
            let downward = sweep % 2 == 0;
            let count = self.rows.len();
            for step in 1..count {
                let row = if downward { step } else { count - 1 - step };
                self.sort_row(row, downward);
            }
            let crossings = self.crossings();
            if crossings < best.0 {
                best = (crossings, self.rows.clone());
            }
        }
        self.rows = best.1;
        self.pack();
    }

    fn sort_row(&mut self, row: usize, downward: bool) {
        let mut keyed: Vec<(f64, usize)> = self.rows[row]
            .iter()
            .map(|&cell| (self.wish(cell, downward).unwrap_or(self.cells[cell].x), cell))
            .collect();
        // Stable: what is level stays in its order.
        keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
        self.rows[row] = keyed.into_iter().map(|(_, cell)| cell).collect();
        self.pack_row(row);
    }

    /// Where the neighbours in one direction would have a cell.
    fn wish(&self, cell: usize, downward: bool) -> Option<f64> {
        let links = if downward { &self.up[cell] } else { &self.down[cell] };
        let (mut sum, mut weights) = (0.0, 0.0);
        for &index in links {
            let link = &self.links[index];
            let other = if downward { link.from } else { link.to };
            let (own_dx, other_dx) =
                if downward { (link.to_dx, link.from_dx) } else { (link.from_dx, link.to_dx) };
            sum += link.weight * (self.cells[other].x + other_dx - own_dx);
            weights += link.weight;
        }
        (weights > 0.0).then(|| sum / weights)
    }

    fn pack(&mut self) {
        (0..self.rows.len()).for_each(|row| self.pack_row(row));
    }

    /// One beside the other, around 0.
    fn pack_row(&mut self, row: usize) {
        let widths = self.rows[row].iter().map(|&cell| self.cells[cell].width + DISTANCE);
        let mut at = -widths.sum::<f64>() / 2.0;
        for &index in &self.rows[row] {
            let cell = &mut self.cells[index];
            cell.x = at + cell.width / 2.0;
            at += cell.width + DISTANCE;
        }
    }

    fn crossings(&self) -> usize {
        let mut count = 0;
        for row in &self.rows {
            let ends: Vec<(f64, f64)> = row
                .iter()
                .flat_map(|&cell| &self.down[cell])
                .map(|&index| {
                    let link = &self.links[index];
                    (self.cells[link.from].x + link.from_dx, self.cells[link.to].x + link.to_dx)
                })
                .collect();
            if ends.len() > MAX_LINKS_TO_COUNT {
                continue;
            }
            for (index, a) in ends.iter().enumerate() {
                count += ends[..index].iter().filter(|b| (a.0 - b.0) * (a.1 - b.1) < 0.0).count();
            }
        }
        count
    }

    // --- Places -----------------------------------------------------------------------------------------------------

    fn place(&mut self) {
        let count = self.rows.len();
        for sweep in 0..PLACE_SWEEPS {
            let downward = sweep % 2 == 0;
            for step in 0..count {
                let row = if downward { step } else { count - 1 - step };
                self.place_row(row, downward);
            }
        }
    }

    fn place_row(&mut self, row: usize, downward: bool) {
        let cells: Vec<usize> = self.rows[row].clone();
        let wishes: Vec<(f64, f64)> = cells
            .iter()
            .map(|&cell| match (self.wish(cell, downward), self.wish(cell, !downward)) {
                (Some(wish), _) => (wish, 1.0),
                (None, Some(wish)) => (wish, 0.5),
                (None, None) => (self.cells[cell].x, 0.1),
            })
            .collect();
        let widths: Vec<f64> = cells.iter().map(|&cell| self.cells[cell].width + DISTANCE).collect();
        for (&cell, x) in cells.iter().zip(spread(&wishes, &widths)) {
            self.cells[cell].x = x;
        }
    }
}

/// Places in a given order, as near as possible to the wishes (each with its weight), so that neighbours are half of
/// both widths apart. Groups that get into each other's way move as one, to the mean of what their members want.
pub fn spread(wishes: &[(f64, f64)], widths: &[f64]) -> Vec<f64> {
    /// Members, the sum of weights, and where the first would have to be, weighted.
    struct Group {
        members: usize,
        weight: f64,
        sum: f64,
    }
    let mut offsets = Vec::with_capacity(wishes.len());
    let mut offset = 0.0;
    for (index, width) in widths.iter().enumerate() {
        if index > 0 {
            offset += (widths[index - 1] + width) / 2.0;
        }
        offsets.push(offset);
    }
    let mut groups: Vec<Group> = Vec::new();
    for (&(wish, weight), offset) in wishes.iter().zip(&offsets) {
        groups.push(Group { members: 1, weight, sum: weight * (wish - offset) });
        while let [.., before, last] = &groups[..]
            && before.sum / before.weight > last.sum / last.weight
        {
            let last = groups.pop().expect("there are two");
            let before = groups.last_mut().expect("there is one");
            before.members += last.members;
            before.weight += last.weight;
            before.sum += last.sum;
        }
    }
    let starts = groups.iter().flat_map(|group| std::iter::repeat_n(group.sum / group.weight, group.members));
    starts.zip(offsets).map(|(start, offset)| start + offset).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_has_room_gets_the_wish_and_others_share() {
        assert_eq!(spread(&[(0.0, 1.0), (100.0, 1.0)], &[10.0, 10.0]), [0.0, 100.0]);
        assert_eq!(spread(&[(50.0, 1.0), (50.0, 1.0)], &[10.0, 30.0]), [40.0, 60.0]);
        assert_eq!(spread(&[(0.0, 1.0), (9.0, 1.0), (9.0, 1.0)], &[2.0, 2.0, 2.0]), [0.0, 8.0, 10.0]);
    }

    #[test]
    fn crossings_go_away_where_they_can() {
        let mut layers = Layers::default();
        let top: Vec<usize> = (0..3).map(|_| layers.add(0, 10.0)).collect();
        let bottom: Vec<usize> = (0..3).map(|_| layers.add(1, 10.0)).collect();
        for (from, to) in [(0, 2), (1, 1), (2, 0)] {
            let (from, to) = (top[from], bottom[to]);
            layers.links.push(Link { from, to, from_dx: 0.0, to_dx: 0.0, weight: 1.0 });
        }
        layers.arrange();
        assert_eq!(layers.crossings(), 0);
        for link in &layers.links {
            assert!((layers.cells[link.from].x - layers.cells[link.to].x).abs() < 1.0, "links are straight");
        }
    }
}
