import { expect, it } from 'vitest';
import { openProject } from '../testing/project.ts';
import { definitionsIn, languageOf } from './code/definitions.ts';
import { fsModule } from './module.ts';

const SOURCES: readonly (readonly [path: string, source: string, definitions: string])[] = [
  [
    'a.ts',
    `// class Commented {}
/* function inBlock() {}
class AlsoHere {} */
const text = \`
function inTemplate() {}
\`;
export abstract class Shape<T> extends Base {
  static async area(this: Shape, x = '('): Promise<number> {
    if (x) {
      call(x);
    }
    for (const y of x) {
    }
    return function () {};
  }
  get name() { return 1; }
  #hidden() {
  }
}
export default function main() {}
export const arrow = async (a: number): Promise<void> => {};
export type Pair<A> = [A];
declare interface Thing {}
const enum Color { Red }
namespace Inner.Part {
  export let later = (x) => x;
}
it('class Quoted {}', () => {
});`,
    'constant text, class Shape, method area, method name, method #hidden, function main, function arrow, type Pair, interface Thing, enum Color, namespace Inner.Part, function later',
  ],
  [
    'a.py',
    '"""\ndef doc(): pass\n"""\nLIMIT = 3\nclass A(B):\n    async def run(self):\n        x = "class No"\n# def no(): pass\ndef main():\n    return 1\n',
    'constant LIMIT, class A, method run, function main',
  ],
  [
    'a.go',
    'package a\ntype Point[T any] struct {\n}\ntype Reader interface {}\ntype ID = int\nconst Max = 1\nvar x int\nfunc New() *Point {\n\treturn func() {}\n}\nfunc (p *Point) Move(x int) {}\n',
    'struct Point, interface Reader, type ID, constant Max, variable x, function New, method Move',
  ],
  [
    'a.rs',
    `pub(crate) async unsafe fn go<'a>(x: &'a str) {}\npub struct S;\nenum E { A }\npub trait T {}\nimpl<'a> T for S {\n    fn m(&self) { let s = "fn no() {}"; }\n}\nmod inner;\nconst N: usize = 1;\nmacro_rules! mac { }\n/// fn doc() {}\n`,
    'function go, struct S, enum E, trait T, implementation S, function m, module inner, constant N, macro mac',
  ],
  [
    'A.java',
    'public final class A<T> implements B {\n  private static final int X = call(1);\n  public A(int x) {\n    this.x = new Foo(x);\n  }\n  @Override\n  public List<String> names(Map<String, Integer> m) throws E {\n    return other(m);\n  }\n  abstract void nothing();\n  enum Kind { A }\n  record Pair(int a) {}\n  interface In {}\n}\n',
    'class A, constructor A, method names, method nothing, enum Kind, record Pair, interface In',
  ],
  [
    'a.cs',
    'namespace My.Space;\npublic class A : B {\n  public int Size { get; set; }\n  public A() {}\n  public async Task<int> Run(int x)\n  {\n    return await Other(x);\n  }\n  public record struct P(int X);\n}\n',
    'namespace My.Space, class A, property Size, constructor A, method Run, record P',
  ],
  [
    'a.cpp',
    '#define MAX(a) a\nnamespace x {\nclass Foo;\nclass Foo : public Bar {\n  int y;\n};\nstruct P {\n};\nenum class K { A };\nusing Id = int;\ntemplate <typename T>\nstatic std::vector<T> *make(int a) {\n  return call(a);\n}\nvoid Foo::run(int x) const {\n}\nFoo::~Foo() {\n}\nint declared(int);\n',
    'macro MAX, namespace x, class Foo, struct P, enum K, type Id, function make, function Foo::run, function Foo::~Foo',
  ],
  [
    'a.rb',
    'module M\n  class A < B\n    LIMIT = 1\n    def self.make!\n    end\n    def ok?\n      # def no\n    end\n  end\nend\n',
    'module M, class A, constant LIMIT, method self.make!, method ok?',
  ],
  [
    'a.php',
    '<?php\nnamespace A\\B;\nabstract class C {\n  const X = 1;\n  public static function make(): self {}\n}\nfunction helper() {}\n# function no() {}\ntrait T {}\n',
    'namespace A\\B, class C, constant X, method make, function helper, trait T',
  ],
  [
    'a.kt',
    'data class A(val x: Int) {\n  override suspend fun run(): Int = 1\n}\nenum class E { A }\nobject O\nfun <T> List<T>.second(): T = get(1)\ntypealias X = Int\nconst val MAX = 1\n',
    'class A, function run, enum E, object O, function second, type X, property MAX',
  ],
  [
    'a.swift',
    'public final class A: B {\n  required init?(x: Int) {}\n  class func make() {}\n  @objc private func go(_ x: Int) {}\n}\nstruct S {}\nprotocol P {}\nextension A: P {}\nenum E {}\n',
    'class A, constructor init, function make, function go, struct S, protocol P, extension A, enum E',
  ],
  ['a.sh', '#!/bin/sh\n# no() {\nfunction one {\n}\ntwo() {\n  echo "three() {"\n}\n', 'function one, function two'],
];

it.each(SOURCES)('knows the definitions in %s', (path, source, definitions) => {
  const language = languageOf(path);
  const found = language && definitionsIn(source, language).map(({ kind, name }) => `${kind} ${name}`);
  expect(found?.join(', ')).toBe(definitions);
});

it('gives the definitions below a folder by path and line, without ignored files', async () => {
  const project = await openProject([fsModule], {
    '.gitignore': 'out',
    'out/a.ts': 'class Ignored {}',
    'src/b.py': 'x = 1\ndef  run():\n  pass\n',
    'src/a.ts': 'export class A {}\n',
    'src/note.md': 'class Note',
  });
  expect(await project.data('fs code-defs')).toEqual({
    files: [
      {
        path: 'src/a.ts',
        language: 'TypeScript',
        definitions: [{ kind: 'class', name: 'A', line: 1, text: 'export class A {}' }],
      },
      {
        path: 'src/b.py',
        language: 'Python',
        definitions: [{ kind: 'function', name: 'run', line: 2, text: 'def  run():' }],
      },
    ],
    total: 2,
    searched: 2,
    unread: 0,
    truncated: false,
  });
});

it('stops at its limit and says how many files it did not look at', async () => {
  const project = await openProject([fsModule], { 'a.ts': 'class A {}\nclass B {}', 'b.ts': 'class C {}' });
  expect(await project.data('fs code-defs', { limit: 1 })).toMatchObject({ total: 1, unread: 1, truncated: true });
});

it('says when a file is in no language it knows, or cannot be read', async () => {
  const project = await openProject([fsModule], { 'a.txt': '', 'big.ts': 'x'.repeat(3_000_000) });
  expect(await project.error('fs code-defs', { path: 'a.txt' })).toMatchObject({ code: 'NO_MATCH' });
  expect(await project.error('fs code-defs', { path: 'big.ts' })).toMatchObject({ code: 'TOO_LARGE' });
  const { warnings } = await project.run('fs code-defs');
  expect(warnings).toEqual(['Left out: big.ts is 3000000 bytes, more than the 2097152 that are looked at']);
});
