import { basename, join } from 'node:path';
import { CommandError, didYouMean, readTextIfAny } from '@helve/command';
import { markdownBelow } from '../agents/definition.ts';
import { flagField, parseFrontMatter, textField } from '../agents/front-matter.ts';

/** How the model should answer, for a whole conversation. */
export interface OutputStyle {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  /** It adds to what the model is told of its work; else it takes the place of that. */
  readonly adds: boolean;
  /** Absent: it is built in. */
  readonly file?: string;
}

export interface StylePlaces {
  readonly cwd: string;
  readonly home: string;
  readonly userHome?: string | undefined;
  /** Whether a file of the project may say what a model does. */
  readonly admits: (file: string, content: string) => Promise<boolean>;
}

/** The style that changes nothing. */
export const DEFAULT_STYLE = 'default';

/** The styles of the project, the user and helve; of several of one name the first in this order counts. */
export async function findStyles({ cwd, home, userHome, admits }: StylePlaces): Promise<readonly OutputStyle[]> {
  const project = [join(cwd, '.helve', 'output-styles'), join(cwd, '.claude', 'output-styles')];
  const user = [
    join(home, 'output-styles'),
    ...(userHome === undefined ? [] : [join(userHome, '.claude', 'output-styles')]),
  ];
  const found: OutputStyle[] = [];
  for (const folder of [...project, ...user]) {
    for (const { file } of await markdownBelow(folder)) {
      const content = readTextIfAny(file) ?? '';
      if (project.includes(folder) && !(await admits(file, content))) continue;
      found.push(await toStyle(file, content));
    }
  }
  return [...found, ...BUILT_IN].filter(
    ({ name, text }, index, all) => text !== '' && all.findIndex((each) => isCalled(each, name)) === index,
  );
}

/** The style of a name; undefined for the default one. */
export function findStyle(styles: readonly OutputStyle[], wanted: string | undefined): OutputStyle | undefined {
  if (wanted === undefined || wanted.toLowerCase() === DEFAULT_STYLE) return undefined;
  const style = styles.find((each) => isCalled(each, wanted));
  if (style) return style;
  const names = [DEFAULT_STYLE, ...styles.map(({ name }) => name)];
  throw new CommandError('NOT_FOUND', `There is no output style ${JSON.stringify(wanted)}`, {
    hint: didYouMean(wanted, names, `There are: ${names.join(', ')}.`),
  });
}

function isCalled({ name }: OutputStyle, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}

async function toStyle(file: string, content: string): Promise<OutputStyle> {
  const document = await parseFrontMatter(content);
  return {
    name: textField(document, 'name') ?? basename(file, '.md'),
    description: textField(document, 'description') ?? '',
    text: document.body.trim(),
    adds: flagField(document, 'keep-coding-instructions') === true,
    file,
  };
}

const BUILT_IN: readonly OutputStyle[] = [
  {
    name: 'explanatory',
    description: 'Explains why the code is as it is',
    text: 'While you work, explain to the user what you learn about this code: why it is built as it is, and why you chose your change over others. Two or three sentences at a time, about this project and not about programming in general.',
    adds: true,
  },
  {
    name: 'learning',
    description: 'Leaves small, well-defined parts for you to write',
    text: 'The user wants to learn. Where a change has a part of five to ten lines that takes a decision, leave it out, mark the place with TODO(you), say what it should do and what to weigh up, and wait for the user to write it before you continue. Then review it kindly and precisely.',
    adds: true,
  },
];
