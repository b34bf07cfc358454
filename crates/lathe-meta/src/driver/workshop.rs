//! Where jobs are done: at once, at once but handed out late, or by a second thread while the guest goes on.
//!
//! The thread has nothing of the VM. What it needs to know of classes, helpers and constants is a copy, made anew when there
//! is more of it than before (nothing that is there ever changes). Finished code comes back in the order of the jobs; a
//! bit of the attention word says so, and the main thread installs it where it next looks: at a header, interpreted or
//! compiled.
//!
//! *Late* is for tests: everything happens between a job and its code that could with a thread, in the same way every time.

use super::params::Compile;
use super::work::{Done, Job, Worker, World};
use crate::core::Core;
use lathe_codegen::HelperCode;
use lathe_heap::Layouts;
use lathe_ir::Descriptors;
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// A bit of the attention word: code is ready.
pub(crate) const CODE_READY: u32 = 1 << 10;

/// What a [`World`] is made of.
struct Copies {
    descriptors: Descriptors,
    layouts: Layouts,
    helpers: Vec<HelperCode>,
    constants: Vec<u64>,
}

impl Copies {
    fn of(core: &Core, constants: Vec<u64>) -> Copies {
        Copies {
            descriptors: core.descriptors.clone(),
            layouts: core.heap.layouts().clone(),
            helpers: core.helpers.clone(),
            constants,
        }
    }

    /// Is all there that the VM has?
    fn is_complete(&self, core: &Core) -> bool {
        let sizes = |d: &Descriptors| {
            [d.classes.len(), d.fields.len(), d.helpers.len(), d.objects.len(), d.codes.len()]
        };
        sizes(&self.descriptors) == sizes(&core.descriptors)
            && self.helpers.len() == core.helpers.len()
            && self.constants.len() == core.constant_roots.len()
    }
}

pub(crate) enum Workshop {
    Now(Box<Worker>),
    /// Done at once, handed out so many ticks later.
    Late {
        worker: Box<Worker>,
        ticks: u64,
        shelf: VecDeque<(u64, Done)>,
    },
    Thread(Thread),
}

pub(crate) struct Thread {
    /// `None` only while it ends.
    jobs: Option<Sender<(Arc<Copies>, Job)>>,
    done: Receiver<Done>,
    handle: Option<JoinHandle<()>>,
    /// Nobody wants the rest of the jobs.
    stop: Arc<AtomicBool>,
    copies: Option<Arc<Copies>>,
}

impl Thread {
    fn start(mut worker: Worker, attention: Arc<AtomicU32>) -> io::Result<Thread> {
        let (jobs, incoming) = channel::<(Arc<Copies>, Job)>();
        let (outgoing, done) = channel();
        let stop = Arc::new(AtomicBool::new(false));
        let stopped = stop.clone();
        let work = move || {
            for (copies, job) in incoming {
                if stopped.load(Ordering::Relaxed) {
                    return;
                }
                let world = World {
                    descriptors: &copies.descriptors,
                    layouts: &copies.layouts,
                    helpers: &copies.helpers,
                    constants: &copies.constants,
                };
                if outgoing.send(worker.work(world, job)).is_err() {
                    return;
                }
                attention.fetch_or(CODE_READY, Ordering::Release);
            }
        };
        let handle = std::thread::Builder::new().name("lathe compiler".to_string()).spawn(work)?;
        Ok(Thread { jobs: Some(jobs), done, handle: Some(handle), stop, copies: None })
    }
}

impl Drop for Thread {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(self.jobs.take());
        if let Some(handle) = self.handle.take() {
            // If it has panicked, it has said so, and the main thread has, too.
            let _ = handle.join();
        }
    }
}

impl Workshop {
    pub fn new(worker: Worker, compile: Compile, attention: Arc<AtomicU32>) -> io::Result<Workshop> {
        Ok(match compile {
            Compile::Now => Workshop::Now(Box::new(worker)),
            Compile::Late(ticks) => {
                Workshop::Late { worker: Box::new(worker), ticks: ticks.into(), shelf: VecDeque::new() }
            }
            Compile::Thread => Workshop::Thread(Thread::start(worker, attention)?),
        })
    }

    /// Gives a job away; what is done at once comes back.
    pub fn give(&mut self, core: &Core, now: u64, job: Job) -> Option<Done> {
        let constants = core.constant_words();
        let world = World {
            descriptors: &core.descriptors,
            layouts: core.heap.layouts(),
            helpers: &core.helpers,
            constants: &constants,
        };
        match self {
            Workshop::Now(worker) => Some(worker.work(world, job)),
            Workshop::Late { worker, ticks, shelf } => {
                shelf.push_back((now + *ticks, worker.work(world, job)));
                None
            }
            Workshop::Thread(thread) => {
                let complete = thread.copies.take().filter(|copies| copies.is_complete(core));
                let copies = complete.unwrap_or_else(|| Arc::new(Copies::of(core, constants)));
                thread.copies = Some(copies.clone());
                let sent = thread.jobs.as_ref().expect("it does not end yet").send((copies, job));
                sent.expect("the compiler thread is there");
                None
            }
        }
    }

    /// What is ready.
    pub fn take(&mut self, now: u64) -> Option<Done> {
        match self {
            Workshop::Now(_) => None,
            Workshop::Late { shelf, .. } => {
                let ready = shelf.front().is_some_and(|&(due, _)| due <= now);
                if ready { shelf.pop_front().map(|(_, done)| done) } else { None }
            }
            Workshop::Thread(thread) => thread.done.try_recv().ok(),
        }
    }

    /// Does the time that jobs take belong to the main thread?
    pub fn is_main_thread(&self) -> bool {
        !matches!(self, Workshop::Thread(_))
    }
}
