//! The log as it is asked for in `LATHE_LOG`: `LEVEL[,json=FILE][,file=FILE]`.

use super::{Level, Log};
use std::fs::File;
use std::io::Write;

impl Log {
    /// Opens what the text asks for. Without a level it is `events`. Lines go to `file=`, and without one to standard error,
    /// unless `json=` is all that is wanted.
    pub fn open(text: &str) -> Result<Log, String> {
        let mut level = None;
        let (mut file, mut json) = (None, None);
        for word in text.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            match word.split_once('=') {
                Some(("json", path)) => json = Some(create(path)?),
                Some(("file", path)) => file = Some(create(path)?),
                Some((name, _)) => {
                    return Err(format!("unknown setting `{name}`: there are `json=` and `file=`"));
                }
                None => level = Some(parse_level(word)?),
            }
        }
        let level = match level {
            Some(level) => level,
            None if file.is_some() || json.is_some() => Level::Events,
            None => Level::Off,
        };
        Ok(match (level, &file, &json) {
            (Level::Off, ..) => Log::off(),
            (_, None, None) => Log::to_stderr(level),
            _ => Log::to_writers(level, file, json),
        })
    }
}

/// The level, or what is wrong with it.
pub fn parse_level(word: &str) -> Result<Level, String> {
    Level::parse(word).ok_or_else(|| {
        let names: Vec<String> = Level::ALL
            .iter()
            .enumerate()
            .map(|(number, level)| format!("{number} ({})", level.name()))
            .collect();
        format!("`{word}` is no level: they are {}", names.join(", "))
    })
}

fn create(path: &str) -> Result<Box<dyn Write + Send>, String> {
    match File::create(path) {
        Ok(file) => Ok(Box::new(file)),
        Err(error) => Err(format!("cannot write `{path}`: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_have_numbers_and_names() {
        for (number, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!(Log::open(&number.to_string()).map(|log| log.level()), Ok(level));
            assert_eq!(Log::open(level.name()).map(|log| log.level()), Ok(level));
        }
        assert!(Level::Traces > Level::Events);
    }

    #[test]
    fn what_is_wrong_is_named() {
        let error = |text| Log::open(text).expect_err("not a log");
        assert!(error("loud").contains("`loud` is no level"));
        assert!(error("7").contains("`7` is no level"));
        assert!(error("1,xml=a").contains("unknown setting `xml`"));
        assert!(error("1,json=/no/such/folder/log").contains("cannot write `/no/such/folder/log`"));
    }

    #[test]
    fn nothing_is_off() {
        assert_eq!(Log::open("").map(|log| log.level()), Ok(Level::Off));
        assert!(!Log::open("").expect("a log").wants(Level::Events));
    }
}
