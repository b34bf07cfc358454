//! The numbers of instructions, positions and categories, as `re._constants` counts them.

macro_rules! numbered {
    ($($(#[$doc:meta])* $name:ident)*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u32)]
        enum Number { $($name,)* }
        $($(#[$doc])* pub const $name: i64 = Number::$name as i64;)*
    };
}

pub mod instruction {
    numbered! {
        FAILURE SUCCESS ANY ANY_ALL ASSERT ASSERT_NOT AT BRANCH CATEGORY CHARSET BIGCHARSET GROUPREF GROUPREF_EXISTS IN INFO JUMP
        LITERAL MARK MAX_UNTIL MIN_UNTIL NOT_LITERAL NEGATE RANGE REPEAT REPEAT_ONE SUBPATTERN MIN_REPEAT_ONE ATOMIC_GROUP
        POSSESSIVE_REPEAT POSSESSIVE_REPEAT_ONE
        GROUPREF_IGNORE IN_IGNORE LITERAL_IGNORE NOT_LITERAL_IGNORE
        GROUPREF_LOC_IGNORE IN_LOC_IGNORE LITERAL_LOC_IGNORE NOT_LITERAL_LOC_IGNORE
        GROUPREF_UNI_IGNORE IN_UNI_IGNORE LITERAL_UNI_IGNORE NOT_LITERAL_UNI_IGNORE RANGE_UNI_IGNORE
    }
}

pub mod position {
    numbered! {
        BEGINNING BEGINNING_LINE BEGINNING_STRING BOUNDARY NON_BOUNDARY END END_LINE END_STRING
        LOC_BOUNDARY LOC_NON_BOUNDARY UNI_BOUNDARY UNI_NON_BOUNDARY
    }
}

pub mod category {
    numbered! {
        DIGIT NOT_DIGIT SPACE NOT_SPACE WORD NOT_WORD LINEBREAK NOT_LINEBREAK LOC_WORD LOC_NOT_WORD
        UNI_DIGIT UNI_NOT_DIGIT UNI_SPACE UNI_NOT_SPACE UNI_WORD UNI_NOT_WORD UNI_LINEBREAK UNI_NOT_LINEBREAK
    }
}

/// Bits of an `INFO` block.
pub const INFO_PREFIX: i64 = 1;
pub const INFO_CHARSET: i64 = 4;
