//! Where things lie in an object.
//!
//! A word is null (0), a small integer (low bit 1), or the address of an object. An object starts with its class number and
//! its flags, four bytes each. A record's fields follow, an array's length and then its items.

use lathe_ir::{ClassId, Descriptors, FieldId, Shape, Storage};

pub const HEADER_SIZE: u32 = 8;
pub const CLASS_OFFSET: i32 = 0;
pub const FLAGS_OFFSET: i32 = 4;
pub const LENGTH_OFFSET: i32 = 8;
pub const ITEMS_OFFSET: u32 = 16;
/// Flag: the object is old, and the collector does not know yet that it was written to.
pub const UNLOGGED: u32 = 1;
/// The low bit of a small integer.
pub const SMALL_TAG: i64 = 1;

/// Offsets and sizes, by class and field.
#[derive(Clone, Debug)]
pub struct ObjectModel {
    offsets: Vec<u32>,
    sizes: Vec<u32>,
}

pub fn storage_size(storage: Storage) -> u32 {
    match storage {
        Storage::I8 | Storage::U8 => 1,
        Storage::I16 | Storage::U16 => 2,
        Storage::I32 | Storage::U32 | Storage::F32 => 4,
        Storage::I64 | Storage::F64 | Storage::Ref(_) => 8,
    }
}

impl ObjectModel {
    /// Fields in the order of declaration, each at a multiple of its size.
    pub fn new(descriptors: &Descriptors) -> ObjectModel {
        let mut offsets = vec![0; descriptors.fields.len()];
        let mut sizes = vec![0; descriptors.classes.len()];
        for (index, class) in descriptors.classes.iter().enumerate() {
            sizes[index] = match &class.shape {
                Shape::Array { .. } => ITEMS_OFFSET,
                Shape::Record { fields, .. } => {
                    let mut end = HEADER_SIZE;
                    for &field in fields {
                        let size = storage_size(descriptors.field(field).storage);
                        let offset = end.next_multiple_of(size);
                        offsets[field.index()] = offset;
                        end = offset + size;
                    }
                    end.next_multiple_of(8)
                }
            };
        }
        ObjectModel { offsets, sizes }
    }

    pub fn field_offset(&self, field: FieldId) -> u32 {
        self.offsets[field.index()]
    }

    /// Of a record, or of an empty array.
    pub fn size(&self, class: ClassId) -> u32 {
        self.sizes[class.index()]
    }
}
