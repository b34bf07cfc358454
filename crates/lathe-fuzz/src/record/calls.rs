//! Calls, with the guards that must follow them.

use super::Recorder;
use lathe_ir::*;

impl Recorder<'_> {
    pub(super) fn call(&mut self) {
        let helper = HelperId(self.tape.below(self.descriptors.helpers.len() as u32));
        let description = self.descriptors.helper(helper);
        let args = description.params.iter().map(|&ty| self.of_type(ty)).collect();
        let result = self.emit(OpKind::Call(helper, args));
        if description.effects.raises {
            // The exception is handled where it was raised: never by calling again. There is no result to keep.
            let snapshot = self.push_boundary(Resume::Raise, result);
            let guard = match self.pending {
                None => Guard::NoException,
                Some(exception) => Guard::Exception(self.heap.class(exception)),
            };
            self.emit(OpKind::Guard(guard, snapshot));
        }
        if description.effects.calls_back {
            let snapshot = self.push_boundary(Resume::Continue, None);
            self.emit(OpKind::Guard(Guard::NotForced, snapshot));
        }
        if description.effects.may_invalidate() && self.tape.below(3) < 2 {
            self.guard(Guard::NotInvalidated);
        }
    }
}
