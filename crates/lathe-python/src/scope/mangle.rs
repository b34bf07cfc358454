//! Private names: `__x` in `class _C` is `_C__x`.

use std::borrow::Cow;

/// The name that an identifier means in a class.
pub fn mangle<'n>(class: Option<&str>, name: &'n str) -> Cow<'n, str> {
    let Some(class) = class else { return name.into() };
    if !name.starts_with("__") || name.ends_with("__") || name.contains('.') {
        return name.into();
    }
    match class.trim_start_matches('_') {
        "" => name.into(),
        class => format!("_{class}{name}").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::mangle;

    #[test]
    fn only_private_names_in_classes_are_mangled() {
        assert_eq!(mangle(Some("C"), "__x"), "_C__x");
        assert_eq!(mangle(Some("__C"), "__x"), "_C__x");
        assert_eq!(mangle(Some("__"), "__x"), "__x");
        assert_eq!(mangle(Some("C"), "__x__"), "__x__");
        assert_eq!(mangle(Some("C"), "_x"), "_x");
        assert_eq!(mangle(Some("C"), "__a.b"), "__a.b");
        assert_eq!(mangle(None, "__x"), "__x");
    }
}
