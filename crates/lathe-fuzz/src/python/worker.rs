//! A process that runs one program after the other.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// How long a program may take.
const PATIENCE: Duration = Duration::from_secs(90);
/// A new process after so many programs: whatever is never given back does not add up.
const PROGRAMS: u32 = 2000;

#[derive(Debug)]
pub struct Worker {
    command: Vec<String>,
    running: Option<Running>,
}

#[derive(Debug)]
struct Running {
    child: Child,
    answers: Receiver<Vec<u8>>,
    programs: u32,
}

/// What came of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Run {
    Printed(String),
    /// It was no Python program.
    Syntax,
    /// The process ended, or had to be ended; with what it had printed.
    Crashed(String),
}

impl Worker {
    pub fn new(command: &[&str]) -> Worker {
        Worker { command: command.iter().map(|word| word.to_string()).collect(), running: None }
    }

    /// Whether it can be started and answers.
    pub fn works(&mut self) -> bool {
        self.run(0, "print(1)") == Run::Printed("1\n".to_string())
    }

    pub fn run(&mut self, way: usize, program: &str) -> Run {
        if self.running.is_none() {
            match self.start() {
                Ok(running) => self.running = Some(running),
                Err(error) => return Run::Crashed(format!("cannot start {:?}: {error}", self.command)),
            }
        }
        let running = self.running.as_mut().expect("it was started");
        running.programs += 1;
        let request = format!("{way} {}\n{program}", program.len());
        let sent = running.child.stdin.as_mut().expect("a pipe").write_all(request.as_bytes());
        let answer = if sent.is_ok() {
            running.answers.recv_timeout(PATIENCE)
        } else {
            Err(RecvTimeoutError::Disconnected)
        };
        let run = match answer {
            Ok(bytes) => {
                let text = String::from_utf8_lossy(&bytes).into_owned();
                match text.rsplit_once('\0') {
                    Some((printed, "ok\n")) => Run::Printed(without_addresses(printed)),
                    Some((_, "syntax\n")) => Run::Syntax,
                    _ => Run::Crashed(text),
                }
            }
            Err(RecvTimeoutError::Timeout) => Run::Crashed("takes too long".to_string()),
            Err(RecvTimeoutError::Disconnected) => Run::Crashed(String::new()),
        };
        let used_up = running.programs >= PROGRAMS;
        if used_up || matches!(run, Run::Crashed(_)) {
            let status = self.stop();
            if let (Run::Crashed(text), Some(status)) = (&run, status) {
                return Run::Crashed(format!("{text}\n{status}"));
            }
        }
        run
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut child = Command::new(&self.command[0])
            .args(&self.command[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        let (send, answers) = channel();
        std::thread::spawn(move || {
            loop {
                let mut answer = Vec::new();
                let read = out.read_until(0, &mut answer).and_then(|_| out.read_until(b'\n', &mut answer));
                let ended = read.is_err() || !answer.ends_with(b"\n") || !answer.contains(&0);
                if send.send(answer).is_err() || ended {
                    return;
                }
            }
        });
        Ok(Running { child, answers, programs: 0 })
    }

    /// Ends the process; how it ended.
    fn stop(&mut self) -> Option<String> {
        let mut running = self.running.take()?;
        // A crash is waited for, so that its signal is known.
        std::thread::sleep(Duration::from_millis(20));
        if let Ok(Some(status)) = running.child.try_wait() {
            return Some(status.to_string());
        }
        let _ = running.child.kill();
        running.child.wait().ok().map(|status| status.to_string())
    }
}

/// Where objects are is their own business.
fn without_addresses(text: &str) -> String {
    let mut parts = text.split(" at 0x");
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + " at" + part.trim_start_matches(|c: char| c.is_ascii_hexdigit()))
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
    }
}
