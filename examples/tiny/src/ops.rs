//! The operators, built-in functions with one or two operands included. Each computes one value from its operands and
//! does nothing else.

/// The built-ins that are not operators. Their names, and those of the operators, cannot be defined again.
pub const OTHER_BUILTINS: [&str; 7] = ["print", "array", "each", "peek", "poke", "on_free", "collect"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    Negate,
    Not,
    IsPositive,
    Length,
    ToInt,
    ToFloat,
    Abs,
    Sqrt,
}

impl UnaryOp {
    pub const ALL: [UnaryOp; 8] = [
        UnaryOp::Negate,
        UnaryOp::Not,
        UnaryOp::IsPositive,
        UnaryOp::Length,
        UnaryOp::ToInt,
        UnaryOp::ToFloat,
        UnaryOp::Abs,
        UnaryOp::Sqrt,
    ];

    /// How it is written in a program.
    pub fn name(self) -> &'static str {
        match self {
            UnaryOp::Negate => "-",
            UnaryOp::Not => "not",
            UnaryOp::IsPositive => "is_positive",
            UnaryOp::Length => "len",
            UnaryOp::ToInt => "int",
            UnaryOp::ToFloat => "float",
            UnaryOp::Abs => "abs",
            UnaryOp::Sqrt => "sqrt",
        }
    }

    pub fn named(name: &str) -> Option<UnaryOp> {
        UnaryOp::ALL.into_iter().find(|op| op.name() == name)
    }

    /// Whether some operand makes it raise.
    pub fn may_raise(self) -> bool {
        self != UnaryOp::Not
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Mod,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Equal,
    NotEqual,
    Min,
    Max,
    Same,
}

impl BinaryOp {
    pub const ALL: [BinaryOp; 14] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::Div,
        BinaryOp::Mod,
        BinaryOp::Less,
        BinaryOp::LessEqual,
        BinaryOp::Greater,
        BinaryOp::GreaterEqual,
        BinaryOp::Equal,
        BinaryOp::NotEqual,
        BinaryOp::Min,
        BinaryOp::Max,
        BinaryOp::Same,
    ];

    /// How it is written in a program.
    pub fn name(self) -> &'static str {
        match self {
            BinaryOp::Add => "+",
            BinaryOp::Sub => "-",
            BinaryOp::Mul => "*",
            BinaryOp::Div => "/",
            BinaryOp::Mod => "%",
            BinaryOp::Less => "<",
            BinaryOp::LessEqual => "<=",
            BinaryOp::Greater => ">",
            BinaryOp::GreaterEqual => ">=",
            BinaryOp::Equal => "==",
            BinaryOp::NotEqual => "!=",
            BinaryOp::Min => "min",
            BinaryOp::Max => "max",
            BinaryOp::Same => "same",
        }
    }

    pub fn named(name: &str) -> Option<BinaryOp> {
        BinaryOp::ALL.into_iter().find(|op| op.name() == name)
    }

    /// How tightly it binds between its operands; `None` for the built-in functions.
    pub fn precedence(self) -> Option<u8> {
        match self {
            BinaryOp::Less
            | BinaryOp::LessEqual
            | BinaryOp::Greater
            | BinaryOp::GreaterEqual
            | BinaryOp::Equal
            | BinaryOp::NotEqual => Some(0),
            BinaryOp::Add | BinaryOp::Sub => Some(1),
            BinaryOp::Mul | BinaryOp::Div | BinaryOp::Mod => Some(2),
            BinaryOp::Min | BinaryOp::Max | BinaryOp::Same => None,
        }
    }

    /// Whether some operands make it raise.
    pub fn may_raise(self) -> bool {
        !matches!(self, BinaryOp::Equal | BinaryOp::NotEqual | BinaryOp::Same)
    }
}

pub fn is_builtin(name: &str) -> bool {
    UnaryOp::named(name).is_some() || BinaryOp::named(name).is_some() || OTHER_BUILTINS.contains(&name)
}
