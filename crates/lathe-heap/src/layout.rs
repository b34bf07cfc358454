//! Where the fields of a class are, and which words of an object are references.
//!
//! Fields are placed in the order of their declaration, each at its natural alignment, after the 8-byte header; a
//! subclass starts where its parent ends (rounded up to 8), as a `#[repr(C)]` struct that embeds its parent does. So a
//! layout follows from the descriptors alone, a field has the same offset in all subclasses, and [`crate::heap_class!`]
//! only has to check that Rust agrees.
//!
//! The collector reads a digest of a layout (`Scan`): 24 bytes a class, found by the class number in the header.

use lathe_ir::{ClassId, Descriptors, FieldId, Shape, Storage};

/// Bytes that a field or an item takes.
pub fn storage_size(storage: Storage) -> usize {
    match storage {
        Storage::I8 | Storage::U8 => 1,
        Storage::I16 | Storage::U16 => 2,
        Storage::I32 | Storage::U32 | Storage::F32 => 4,
        Storage::I64 | Storage::F64 | Storage::Ref(_) => 8,
    }
}

/// What the heap has to know of a class and the descriptors do not say. Subclasses inherit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// Every object of the class gets a finalizer when it is allocated.
    pub finalizer: bool,
    /// The first reference that the class declares itself is weak.
    pub weak: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FieldPlace {
    pub field: FieldId,
    pub offset: u32,
    pub storage: Storage,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    pub class: ClassId,
    pub name: String,
    /// The size of a record, header included, a multiple of 8; for an array, where its items start.
    pub size: u32,
    /// The storage of items, if the class is an array class.
    pub item: Option<Storage>,
    /// All fields, inherited ones first: in the order of the class's descriptor.
    pub fields: Vec<FieldPlace>,
    /// Offsets of strong references.
    pub references: Vec<u32>,
    /// Offset of the weak reference.
    pub weak: Option<u32>,
    pub finalizer: bool,
}

impl Layout {
    /// May `new` bump in compiled code? Otherwise it must call [`crate::compiled::new_object`].
    pub fn inline_allocation(&self) -> bool {
        self.weak.is_none() && !self.finalizer && self.size as usize <= crate::MAX_BUMP_SIZE
    }

    /// The size of an array with that many items; `None` if no address space could hold it.
    pub fn array_size(&self, length: u64) -> Option<usize> {
        array_size(storage_size(self.item?).trailing_zeros() as u8, length)
    }
}

/// The layouts of a VM, by class.
#[derive(Clone, Debug, Default)]
pub struct Layouts {
    layouts: Vec<Option<Layout>>,
    offsets: Vec<u32>,
    pub(crate) scans: Vec<Scan>,
}

const NO_OFFSET: u32 = u32::MAX;

impl Layouts {
    /// Layouts for all classes, none of which is special.
    pub fn of(descriptors: &Descriptors) -> Layouts {
        let mut layouts = Layouts::default();
        layouts.define_all(descriptors);
        layouts
    }

    /// Lay out every class that has no layout yet.
    pub fn define_all(&mut self, descriptors: &Descriptors) {
        for index in 0..descriptors.classes.len() {
            let class = ClassId(index as u32);
            if self.find(class).is_none() {
                self.define(descriptors, class, Traits::default());
            }
        }
    }

    /// Lay out a class, and its parents before it.
    pub fn define(&mut self, descriptors: &Descriptors, class: ClassId, traits: Traits) -> &Layout {
        assert!(self.find(class).is_none(), "{} has a layout", descriptors.class(class).name);
        let layout = match &descriptors.class(class).shape {
            Shape::Array { item, .. } => {
                assert!(traits == Traits::default(), "arrays have no finalizer and no weak items");
                Layout {
                    class,
                    name: descriptors.class(class).name.clone(),
                    size: crate::ARRAY_ITEMS_OFFSET,
                    item: Some(*item),
                    fields: vec![],
                    references: vec![],
                    weak: None,
                    finalizer: false,
                }
            }
            Shape::Record { parent, fields } => {
                if let Some(parent) = *parent
                    && self.find(parent).is_none()
                {
                    self.define(descriptors, parent, Traits::default());
                }
                let parent = parent.map(|parent| self.get(parent).clone());
                place_fields(descriptors, class, parent, fields, traits)
            }
        };
        self.insert(layout)
    }

    fn insert(&mut self, layout: Layout) -> &Layout {
        for place in &layout.fields {
            let index = place.field.index();
            if self.offsets.len() <= index {
                self.offsets.resize(index + 1, NO_OFFSET);
            }
            debug_assert!([NO_OFFSET, place.offset].contains(&self.offsets[index]));
            self.offsets[index] = place.offset;
        }
        let index = layout.class.index();
        if self.layouts.len() <= index {
            self.layouts.resize(index + 1, None);
            self.scans.resize(index + 1, Scan::UNDEFINED);
        }
        self.scans[index] = Scan::of(&layout);
        self.layouts[index].insert(layout)
    }

    pub fn find(&self, class: ClassId) -> Option<&Layout> {
        self.layouts.get(class.index())?.as_ref()
    }

    /// # Panics
    /// If the class was never defined.
    pub fn get(&self, class: ClassId) -> &Layout {
        self.find(class).unwrap_or_else(|| panic!("class {} has no layout", class.0))
    }

    /// Where a field is, in every class that has it.
    ///
    /// # Panics
    /// If its class was never defined.
    pub fn offset(&self, field: FieldId) -> u32 {
        let offset = self.offsets.get(field.index()).copied().unwrap_or(NO_OFFSET);
        assert_ne!(offset, NO_OFFSET, "field {} has no place", field.0);
        offset
    }
}

fn place_fields(
    descriptors: &Descriptors,
    class: ClassId,
    parent: Option<Layout>,
    fields: &[FieldId],
    traits: Traits,
) -> Layout {
    let header = size_of::<crate::Header>() as u32;
    let mut layout = parent.unwrap_or(Layout {
        class,
        name: String::new(),
        size: header,
        item: None,
        fields: vec![],
        references: vec![],
        weak: None,
        finalizer: false,
    });
    layout.class = class;
    layout.name = descriptors.class(class).name.clone();
    layout.finalizer |= traits.finalizer;
    let mut want_weak = traits.weak;
    let mut end = layout.size;
    for &field in &fields[layout.fields.len()..] {
        let storage = descriptors.field(field).storage;
        let size = storage_size(storage) as u32;
        let offset = end.next_multiple_of(size);
        end = offset + size;
        layout.fields.push(FieldPlace { field, offset, storage });
        if matches!(storage, Storage::Ref(_)) {
            if std::mem::take(&mut want_weak) {
                assert!(layout.weak.is_none(), "{} has two weak references", layout.name);
                layout.weak = Some(offset);
            } else {
                layout.references.push(offset);
            }
        }
    }
    assert!(!want_weak, "{} declares no reference that could be weak", layout.name);
    layout.size = end.next_multiple_of(8);
    layout
}

/// What the collector needs to know to size and trace an object.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan {
    /// Which words after the header are strong references ([`ScanKind::Record`]).
    pub mask: u64,
    /// The size of a record.
    pub size: u32,
    /// The size again, or more than a window can have if `new` must not bump.
    pub bump_size: u32,
    pub kind: ScanKind,
    /// The size of an item is `1 << shift`.
    pub shift: u8,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScanKind {
    Undefined,
    Record,
    /// A record too long for the mask: its layout lists the references.
    LongRecord,
    /// An array of references.
    References,
    /// An array of anything else.
    Bytes,
}

impl Scan {
    const UNDEFINED: Scan =
        Scan { mask: 0, size: 0, bump_size: u32::MAX, kind: ScanKind::Undefined, shift: 0 };

    fn of(layout: &Layout) -> Scan {
        let bump_size = if layout.inline_allocation() { layout.size } else { u32::MAX };
        match layout.item {
            Some(item) => Scan {
                mask: 0,
                size: layout.size,
                bump_size: u32::MAX,
                kind: if matches!(item, Storage::Ref(_)) { ScanKind::References } else { ScanKind::Bytes },
                shift: storage_size(item).trailing_zeros() as u8,
            },
            None => {
                let word = |offset: u32| offset / 8 - 1;
                let fits = layout.references.iter().all(|&offset| word(offset) < u64::BITS);
                let kind = if fits { ScanKind::Record } else { ScanKind::LongRecord };
                let mask =
                    if fits { layout.references.iter().fold(0, |mask, &o| mask | 1 << word(o)) } else { 0 };
                Scan { mask, size: layout.size, bump_size, kind, shift: 0 }
            }
        }
    }

    pub fn is_array(self) -> bool {
        matches!(self.kind, ScanKind::References | ScanKind::Bytes)
    }
}

/// `None` if the size does not fit the address space.
#[inline]
pub(crate) fn array_size(shift: u8, length: u64) -> Option<usize> {
    if length > (1 << 46) >> shift {
        return None;
    }
    Some((crate::ARRAY_ITEMS_OFFSET as usize + ((length as usize) << shift)).next_multiple_of(8))
}

/// The size of an object, from its header.
///
/// # Safety
/// An object of a class in `scans` starts at `object`.
#[inline]
pub(crate) unsafe fn object_size(scans: &[Scan], object: usize) -> usize {
    let pointer = crate::chunk::pointer(object);
    // SAFETY: the caller vouches for the object; an array has its length behind the header.
    unsafe {
        let scan = &scans[(*pointer.cast::<crate::Header>()).class as usize];
        if scan.is_array() {
            let length = (*pointer.cast::<crate::Array>()).length;
            array_size(scan.shift, length).expect("an array that was allocated")
        } else {
            scan.size as usize
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lathe_ir::{Class, Field, Identity, RefType, Representation};

    const ANY: Storage = Storage::Ref(RefType::Any);

    fn class(d: &mut Descriptors, name: &str, parent: Option<ClassId>, storages: &[Storage]) -> ClassId {
        let id = ClassId(d.classes.len() as u32);
        let mut fields = parent.map_or(vec![], |p| d.record_fields(p).to_vec());
        for &storage in storages {
            fields.push(FieldId(d.fields.len() as u32));
            let index = fields.len() as u32 - 1;
            d.fields.push(Field { name: "f".into(), class: id, index, storage, immutable: false });
        }
        d.classes.push(Class {
            name: name.into(),
            shape: Shape::Record { parent, fields },
            representation: Representation::Heap,
            identity: Identity::Address,
        });
        id
    }

    #[test]
    fn fields_are_placed_in_order_at_their_alignment() {
        let mut d = Descriptors::default();
        let c = class(&mut d, "C", None, &[Storage::U8, ANY, Storage::I16, Storage::F32, Storage::I8, ANY]);
        let layouts = Layouts::of(&d);
        let layout = layouts.get(c);
        let offsets: Vec<u32> = layout.fields.iter().map(|place| place.offset).collect();
        assert_eq!(offsets, [8, 16, 24, 28, 32, 40]);
        assert_eq!(layout.size, 48);
        assert_eq!(layout.references, [16, 40]);
        assert_eq!(layouts.scans[c.index()].mask, 0b10010);
        assert_eq!(layouts.offset(FieldId(2)), 24);
    }

    #[test]
    fn a_subclass_starts_where_its_parent_ends() {
        let mut d = Descriptors::default();
        let parent = class(&mut d, "P", None, &[ANY, Storage::U8]);
        let child = class(&mut d, "C", Some(parent), &[Storage::U8, ANY]);
        let mut layouts = Layouts::default();
        layouts.define(&d, child, Traits { finalizer: true, weak: true });
        assert_eq!(layouts.get(parent).size, 24);
        assert!(!layouts.get(parent).finalizer);
        let child = layouts.get(child);
        assert_eq!(child.fields.iter().map(|p| p.offset).collect::<Vec<_>>(), [8, 16, 24, 32]);
        assert_eq!((child.size, &*child.references, child.weak), (40, &[8][..], Some(32)));
        assert!(child.finalizer && !child.inline_allocation());
    }

    #[test]
    fn long_records_are_traced_by_their_list() {
        let mut d = Descriptors::default();
        let short = class(&mut d, "Short", None, &[ANY; 64]);
        let long = class(&mut d, "Long", None, &[ANY; 65]);
        let layouts = Layouts::of(&d);
        assert_eq!(layouts.scans[short.index()].kind, ScanKind::Record);
        assert_eq!(layouts.scans[short.index()].mask, u64::MAX);
        assert_eq!(layouts.scans[long.index()].kind, ScanKind::LongRecord);
    }

    #[test]
    fn array_sizes_are_rounded_up_and_never_wrap() {
        assert_eq!(array_size(0, 0), Some(16));
        assert_eq!(array_size(0, 1), Some(24));
        assert_eq!(array_size(1, 4), Some(24));
        assert_eq!(array_size(3, 5), Some(56));
        assert_eq!(array_size(3, u64::MAX), None);
        assert_eq!(array_size(0, u64::MAX / 2), None);
    }
}
