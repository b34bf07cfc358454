use super::op::instruction::*;
use super::{Fault, MAX_REPEAT, Matcher, search};

fn first(program: &[i64], text: &str, groups: usize) -> Option<(usize, usize, Vec<usize>)> {
    let mut matcher = Matcher::new(program, text.as_bytes(), groups);
    search(&mut matcher, 0, false).expect("memory").map(|found| (found.start, found.end, found.marks))
}

fn code(c: char) -> i64 {
    u32::from(c).into()
}

#[test]
fn greedy_loops_give_back() {
    // a*ab
    let program = [
        REPEAT_ONE,
        6,
        0,
        MAX_REPEAT,
        LITERAL,
        code('a'),
        SUCCESS,
        LITERAL,
        code('a'),
        LITERAL,
        code('b'),
        SUCCESS,
    ];
    assert_eq!(first(&program, "xaaab", 0), Some((1, 5, vec![])));
    assert_eq!(first(&program, "xb", 0), None);
}

#[test]
fn groups_of_a_failed_alternative_are_forgotten() {
    // (?:(a)b|ac)
    let program =
        [BRANCH, 10, MARK, 0, LITERAL, code('a'), MARK, 1, LITERAL, code('b'), JUMP, 0, FAILURE, SUCCESS];
    let mut program = program.to_vec();
    program[1] = 11;
    program[11] = 10;
    program.truncate(12);
    program.extend([8, LITERAL, code('a'), LITERAL, code('c'), JUMP, 3, FAILURE, FAILURE, SUCCESS]);
    // The distance of the first jump leads to the end.
    let end = program.len() - 1;
    program[11] = (end - 11) as i64;
    program[12] = 7;
    program[18] = (end - 18) as i64;
    program[19] = 0;
    assert_eq!(first(&program, "ac", 1), Some((0, 2, vec![usize::MAX; 2])));
    assert_eq!(first(&program, "ab", 1), Some((0, 2, vec![0, 1])));
}

#[test]
fn a_program_that_makes_no_sense_does_not_match() {
    for program in [&[][..], &[LITERAL], &[IN, 100], &[MAX_UNTIL], &[BRANCH, 9, 9], &[MARK, 77], &[99, 1]] {
        assert_eq!(first(program, "abc", 0), None, "{program:?}");
    }
}

#[test]
fn too_many_choices_are_an_error() {
    // (?:.|.)* over a long text, then something that is not there; each trip leaves two choices.
    let body = [BRANCH, 4, ANY, JUMP, 6, 4, ANY, JUMP, 2, FAILURE];
    let mut program = vec![REPEAT, 13, 0, MAX_REPEAT];
    program.extend(body);
    program.extend([MAX_UNTIL, LITERAL, code('!'), SUCCESS]);
    let text = "x".repeat(1000);
    let mut matcher = Matcher::new(&program, text.as_bytes(), 0);
    matcher.max_choices = 1500;
    assert_eq!(matcher.match_at(0, false), Err(Fault::OutOfMemory));
}
