import type { Form, FormAnswer } from '@helve/command';
import type { AskUser } from '../tools/ask-user.ts';

interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  /** Choices with titles for people. */
  readonly oneOf?: readonly Choice[];
  readonly anyOf?: readonly Choice[];
  /** Of a list. */
  readonly items?: Field;
  readonly default?: unknown;
}

interface Choice {
  readonly const?: unknown;
  readonly title?: string;
}

const ANSWER = 'Answer';
const DECLINE = 'Decline';

/** Asks for the fields of a form one by one. Whoever does not answer one has cancelled the form. */
export async function elicit({ from, message, schema }: Form, askUser: AskUser): Promise<FormAnswer> {
  const { properties = {}, required = [] } = schema as {
    readonly properties?: Readonly<Record<string, Field>>;
    readonly required?: readonly string[];
  };
  const begin = await askUser({ question: `${from} asks: ${message}`, options: [ANSWER, DECLINE] }, undefined);
  if (begin !== ANSWER) return { action: begin === undefined ? 'cancel' : 'decline' };
  const content: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties)) {
    for (;;) {
      const typed = await askUser({ question: questionOf(name, field), options: optionsOf(field) }, undefined);
      if (typed === undefined) return { action: 'cancel' };
      if (typed.trim() === '' && field.default !== undefined) content[name] = field.default;
      if (typed.trim() === '' && (field.default !== undefined || !required.includes(name))) break;
      const value = valueOf(typed, field);
      if (value === undefined) continue;
      content[name] = value;
      break;
    }
  }
  return { action: 'accept', content };
}

function questionOf(name: string, { title = name, description, items, default: fallback }: Field): string {
  const several =
    items &&
    `several with commas: ${choicesOf(items)
      .map(({ shown }) => shown)
      .join(', ')}`;
  const notes = [description, several, fallback === undefined ? undefined : `empty for ${JSON.stringify(fallback)}`];
  const said = notes.filter((note) => note !== undefined).join('; ');
  return said === '' ? title : `${title} (${said})`;
}

/** As many as a question may have. */
const MOST_OPTIONS = 6;

function optionsOf(field: Field): string[] {
  if (field.type === 'boolean') return ['yes', 'no'];
  const options = choicesOf(field).map(({ shown }) => shown);
  return options.length <= MOST_OPTIONS ? options : [];
}

/** What may be chosen: as people see it, and as the server wants it. */
function choicesOf({ enum: names = [], oneOf = [], anyOf = [] }: Field): readonly { shown: string; value: unknown }[] {
  return [
    ...names.map((name) => ({ shown: name, value: name })),
    ...[...oneOf, ...anyOf].map(({ const: value, title = String(value) }) => ({ shown: title, value })),
  ];
}

/** What was typed, as the field wants it; undefined where it does not fit. */
function valueOf(typed: string, field: Field): unknown {
  const words = typed.trim();
  const choices = choicesOf(field);
  if (choices.length > 0) return choices.find(({ shown, value }) => shown === words || value === words)?.value;
  if (field.type === 'array') {
    const values = words.split(',').map((word) => valueOf(word.trim(), field.items ?? {}));
    return values.includes(undefined) ? undefined : values;
  }
  if (field.type === 'boolean') {
    return /^(?:y|yes|true)$/i.test(words) ? true : /^(?:n|no|false)$/i.test(words) ? false : undefined;
  }
  if (field.type !== 'integer' && field.type !== 'number') return typed;
  const number = Number(words);
  const fits = words !== '' && Number.isFinite(number) && (field.type === 'number' || Number.isInteger(number));
  return fits ? number : undefined;
}
