//! Declaring a heap class once: the Rust struct, the descriptors and the layout.
//!
//! ```
//! use lathe_heap::{heap_class, Exact, HeapClass, Layouts, Registry, Word};
//! use lathe_ir::Descriptors;
//!
//! heap_class! {
//!     /// A hidden class.
//!     pub struct Map { immutable size: u32 }
//! }
//! heap_class! {
//!     pub struct Instance {
//!         immutable map: Exact<Map>,
//!         slots: Word,
//!         flags: u8,
//!     }
//! }
//! heap_class! {
//!     /// Inherits `Instance`, which is its field `parent`.
//!     pub struct File extends Instance: finalizer { descriptor: i32 }
//! }
//! heap_class! {
//!     /// Small integers are tagged, the others boxed.
//!     pub struct Int: value, hybrid { immutable value: i64 }
//! }
//!
//! let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
//! let file = File::register(&mut Registry { descriptors: &mut descriptors, layouts: &mut layouts });
//! assert_eq!(layouts.get(file).size as usize, size_of::<File>());
//! ```
//!
//! The options after the colon: `value` (identity by class and fields), `hybrid` (tagged if it fits), `finalizer`, and
//! `weak` (the first reference declared by the class is weak). Registering a class registers what it mentions.

use crate::layout::{Layouts, Traits};
use crate::word::Word;
use lathe_ir::{
    Class, ClassId, Descriptors, Field, FieldId, Identity, RefType, Representation, Shape, Storage,
};
use std::fmt;

/// For the macro: its users need not depend on `lathe-ir` themselves.
#[doc(hidden)]
pub use lathe_ir as ir;
use std::marker::PhantomData;

/// A Rust type that a field can have.
pub trait Stored {
    fn storage(registry: &mut Registry<'_>) -> Storage;
}

macro_rules! stored {
    ($($ty:ty => $storage:expr),* $(,)?) => {
        $(impl Stored for $ty {
            fn storage(_: &mut Registry<'_>) -> Storage {
                $storage
            }
        })*
    };
}

stored! {
    i8 => Storage::I8, u8 => Storage::U8, i16 => Storage::I16, u16 => Storage::U16,
    i32 => Storage::I32, u32 => Storage::U32, i64 => Storage::I64,
    f32 => Storage::F32, f64 => Storage::F64,
    Word => Storage::Ref(RefType::Any),
}

macro_rules! typed_reference {
    ($(#[$doc:meta])* $name:ident => $kind:ident) => {
        $(#[$doc])*
        #[repr(transparent)]
        pub struct $name<T>(pub Word, PhantomData<*const T>);

        impl<T> $name<T> {
            pub fn new(word: Word) -> Self {
                $name(word, PhantomData)
            }
        }

        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> fmt::Debug for $name<T> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }

        impl<T: HeapClass> Stored for $name<T> {
            fn storage(registry: &mut Registry<'_>) -> Storage {
                Storage::Ref(RefType::$kind(T::register(registry)))
            }
        }
    };
}

typed_reference!(
    /// A reference to an object of exactly class `T`, null only while its owner is new.
    Exact => Exact
);
typed_reference!(
    /// A reference to an object of exactly class `T`, or null.
    ExactOrNull => ExactOrNull
);

/// A struct made by [`crate::heap_class!`].
pub trait HeapClass: Sized {
    const NAME: &'static str;

    /// The class in this VM's tables, registered if it is not yet. Names identify classes.
    fn register(registry: &mut Registry<'_>) -> ClassId;
}

/// The tables that a class is registered in.
#[derive(Debug)]
pub struct Registry<'a> {
    pub descriptors: &'a mut Descriptors,
    pub layouts: &'a mut Layouts,
}

/// A class as [`crate::heap_class!`] found it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClassOptions {
    pub value: bool,
    pub hybrid: bool,
    pub finalizer: bool,
    pub weak: bool,
}

/// A field as [`crate::heap_class!`] found it.
#[derive(Clone, Copy, Debug)]
pub struct FieldSpec {
    pub name: &'static str,
    pub storage: Storage,
    pub immutable: bool,
    pub offset: usize,
}

impl Registry<'_> {
    /// An array class, registered if it is not yet.
    pub fn array(&mut self, name: &str, item: Storage, immutable: bool) -> ClassId {
        if let Some(class) = self.descriptors.find_class(name) {
            return class;
        }
        let class = self.push(Class {
            name: name.to_string(),
            shape: Shape::Array { item, immutable },
            representation: Representation::Heap,
            identity: Identity::Address,
        });
        self.layouts.define(self.descriptors, class, Traits::default());
        class
    }

    /// A class that has no fields of its own yet, so that they may refer to it.
    pub fn begin(&mut self, name: &str, parent: Option<ClassId>, options: ClassOptions) -> ClassId {
        let fields = parent.map_or(vec![], |parent| self.descriptors.record_fields(parent).to_vec());
        self.push(Class {
            name: name.to_string(),
            shape: Shape::Record { parent, fields },
            representation: if options.hybrid { Representation::Hybrid } else { Representation::Heap },
            identity: if options.value { Identity::Value } else { Identity::Address },
        })
    }

    /// The class's own fields, and its layout, which must be that of the Rust struct.
    pub fn finish(&mut self, class: ClassId, specs: &[FieldSpec], options: ClassOptions, size: usize) {
        let base = self.descriptors.record_fields(class).len();
        let mut own = vec![];
        for (index, spec) in specs.iter().enumerate() {
            own.push(FieldId(self.descriptors.fields.len() as u32));
            self.descriptors.fields.push(Field {
                name: spec.name.to_string(),
                class,
                index: (base + index) as u32,
                storage: spec.storage,
                immutable: spec.immutable,
            });
        }
        if let Shape::Record { fields, .. } = &mut self.descriptors.classes[class.index()].shape {
            fields.extend(&own);
        }
        let traits = Traits { finalizer: options.finalizer, weak: options.weak };
        let layout = self.layouts.define(self.descriptors, class, traits);
        assert_eq!(layout.size as usize, size, "size of {}", layout.name);
        for (place, spec) in layout.fields[base..].iter().zip(specs) {
            assert_eq!(place.offset as usize, spec.offset, "offset of {}.{}", layout.name, spec.name);
        }
    }

    fn push(&mut self, class: Class) -> ClassId {
        self.descriptors.classes.push(class);
        ClassId(self.descriptors.classes.len() as u32 - 1)
    }
}

/// Declares a heap class: see [`crate::class`].
#[macro_export]
macro_rules! heap_class {
    // The fields are taken one at a time, since `immutable` could also be the name of a field.
    (@fields $head:tt $parent:tt $options:tt $done:tt $(,)?) => {
        $crate::heap_class!(@emit $head $parent $options $done);
    };
    (@fields $head:tt $parent:tt $options:tt [$($done:tt)*]
        $(#[$meta:meta])* immutable $field:ident : $ty:ty, $($rest:tt)*) => {
        $crate::heap_class!(@fields $head $parent $options
            [$($done)* { [$(#[$meta])*] $field : $ty, true }] $($rest)*);
    };
    (@fields $head:tt $parent:tt $options:tt [$($done:tt)*]
        $(#[$meta:meta])* $field:ident : $ty:ty, $($rest:tt)*) => {
        $crate::heap_class!(@fields $head $parent $options
            [$($done)* { [$(#[$meta])*] $field : $ty, false }] $($rest)*);
    };
    (@emit [$(#[$meta:meta])* $vis:vis $name:ident] [$($parent:ident)?] [$($option:ident)*]
        [$({ [$(#[$field_meta:meta])*] $field:ident : $ty:ty, $immutable:literal })*]) => {
        $crate::heap_class!(@struct [$(#[$meta])* $vis $name] [$($parent)?]
            [$($(#[$field_meta])* pub $field: $ty,)*]);

        impl $crate::HeapClass for $name {
            const NAME: &'static str = stringify!($name);

            fn register(registry: &mut $crate::Registry<'_>) -> $crate::class::ir::ClassId {
                if let Some(class) = registry.descriptors.find_class(stringify!($name)) {
                    return class;
                }
                #[allow(unused_mut, unused_assignments)]
                let mut parent = None;
                $(parent = Some(<$parent as $crate::HeapClass>::register(registry));)?
                #[allow(clippy::needless_update)]
                let options = $crate::class::ClassOptions { $($option: true,)* ..Default::default() };
                let class = registry.begin(stringify!($name), parent, options);
                let fields = [$($crate::class::FieldSpec {
                    name: stringify!($field),
                    storage: <$ty as $crate::Stored>::storage(registry),
                    immutable: $immutable,
                    offset: ::std::mem::offset_of!($name, $field),
                }),*];
                registry.finish(class, &fields, options, ::std::mem::size_of::<$name>());
                class
            }
        }
    };
    (@struct [$(#[$meta:meta])* $vis:vis $name:ident] [] [$($fields:tt)*]) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Debug)]
        $vis struct $name { pub header: $crate::Header, $($fields)* }
    };
    (@struct [$(#[$meta:meta])* $vis:vis $name:ident] [$parent:ident] [$($fields:tt)*]) => {
        $(#[$meta])*
        #[repr(C)]
        #[derive(Debug)]
        $vis struct $name { pub parent: $parent, $($fields)* }
    };
    ($(#[$meta:meta])* $vis:vis struct $name:ident $(extends $parent:ident)? $(: $($option:ident),+)?
        { $($body:tt)* }) => {
        $crate::heap_class!(@fields [$(#[$meta])* $vis $name] [$($parent)?] [$($($option)+)?] [] $($body)* ,);
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    heap_class! {
        /// Refers to itself and to a class declared later.
        pub struct Tree {
            /// Documented.
            left: ExactOrNull<Tree>,
            right: Word,
            immutable owner: Exact<Owner>,
            depth: u8,
            weight: f32
        }
    }
    heap_class! {
        pub struct Owner extends Named: finalizer { trees: Word, }
    }
    heap_class! {
        pub struct Named { immutable name: Word, length: u16 }
    }
    heap_class! {
        struct Watch: weak { referent: Word, callback: Word }
    }
    heap_class! {
        struct Number: value, hybrid { immutable value: i64 }
    }
    heap_class! {
        struct Nothing {}
    }

    #[test]
    fn one_declaration_gives_struct_descriptors_and_layout() {
        let (mut descriptors, mut layouts) = (Descriptors::default(), Layouts::default());
        let mut registry = Registry { descriptors: &mut descriptors, layouts: &mut layouts };
        let tree = Tree::register(&mut registry);
        assert_eq!(Tree::register(&mut registry), tree);
        let watch = Watch::register(&mut registry);
        let number = Number::register(&mut registry);
        let nothing = Nothing::register(&mut registry);
        let bytes = registry.array("Bytes", Storage::U8, true);
        assert_eq!(registry.array("Bytes", Storage::U8, true), bytes);

        let owner = descriptors.find_class("Owner").expect("mentioned by Tree");
        let named = descriptors.find_class("Named").expect("parent of Owner");
        let fields = descriptors.record_fields(tree);
        assert_eq!(descriptors.field(fields[0]).storage, Storage::Ref(RefType::ExactOrNull(tree)));
        assert_eq!(descriptors.field(fields[2]).storage, Storage::Ref(RefType::Exact(owner)));
        assert!(descriptors.field(fields[2]).immutable && !descriptors.field(fields[0]).immutable);
        assert_eq!(layouts.get(tree).references, [8, 16, 24]);
        assert_eq!(layouts.get(tree).size as usize, size_of::<Tree>());

        assert_eq!(layouts.get(owner).references, [8, 24]);
        assert!(layouts.get(owner).finalizer && !layouts.get(named).finalizer);
        assert_eq!(descriptors.record_fields(owner)[..2], *descriptors.record_fields(named));

        assert_eq!((layouts.get(watch).weak, &*layouts.get(watch).references), (Some(8), &[16][..]));
        assert!(descriptors.is_value_class(number));
        assert_eq!(descriptors.class(number).representation, Representation::Hybrid);
        assert_eq!(layouts.get(nothing).size, 8);
    }
}
