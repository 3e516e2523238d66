import { createInterface, type Interface } from 'node:readline/promises';
import type { Form, FormAnswer } from '@helve/command';

/** Puts a form to the person at the terminal, on stderr so that stdout stays the result. */
export async function elicitAtTerminal({ from, message, schema }: Form): Promise<FormAnswer> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const begin = await terminal.question(`${from} asks: ${printable(message)}\nAnswer? [Y/n] `);
    if (/^n(?:o)?$/i.test(begin.trim())) return { action: 'decline' };
    const { properties = {}, required = [] } = schema as {
      readonly properties?: Readonly<Record<string, Field>>;
      readonly required?: readonly string[];
    };
    const content: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(properties)) {
      const value = await askField(terminal, name, field, required.includes(name));
      if (value !== undefined) content[name] = value;
    }
    return { action: 'accept', content };
  } catch {
    // ctrl+c and ctrl+d close the question.
    return { action: 'cancel' };
  } finally {
    terminal.close();
  }
}

interface Field {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: unknown;
}

async function askField(terminal: Interface, name: string, field: Field, required: boolean): Promise<unknown> {
  const { title = name, description, default: fallback } = field;
  const notes = [
    description,
    field.enum ? `one of ${field.enum.join(', ')}` : field.type === 'boolean' ? 'yes or no' : field.type,
    fallback === undefined ? (required ? undefined : 'empty for none') : `empty for ${JSON.stringify(fallback)}`,
  ].filter((note) => note !== undefined);
  for (;;) {
    const typed = await terminal.question(`${printable(title)} (${printable(notes.join('; '))}): `);
    if (typed.trim() === '' && (fallback !== undefined || !required)) return fallback;
    const value = readValue(typed, field);
    if (value !== undefined) return value;
  }
}

/** What was typed, as the field wants it; undefined where it does not fit. */
function readValue(typed: string, field: Field): unknown {
  const text = typed.trim();
  if (field.enum) return field.enum.find((option) => option === text);
  switch (field.type) {
    case 'boolean':
      return /^(?:y|yes|true)$/i.test(text) ? true : /^(?:n|no|false)$/i.test(text) ? false : undefined;
    case 'integer':
    case 'number': {
      const number = Number(text);
      return text !== '' && Number.isFinite(number) && (field.type === 'number' || Number.isInteger(number))
        ? number
        : undefined;
    }
    default:
      return typed;
  }
}

/** A server's words must not steer the terminal. */
function printable(text: string): string {
  return text.replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
