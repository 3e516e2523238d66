import { CommandError, readRegularText, resolvePath } from '@helve/command';

/** What the answer has to be, and how the model is told so. */
export interface AnswerSchema {
  readonly instruction: string;
  readonly check: (answer: string) => { readonly data: unknown } | { readonly problem: string };
}

/** Reads a schema that answers must fit: the schema itself, or the file after an @. */
export async function readAnswerSchema(
  given: string,
  place: { readonly cwd: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<AnswerSchema> {
  const schema = parseSchema(() =>
    given.startsWith('@') ? readRegularText(resolvePath(place, given.slice(1))) : given,
  );
  const validate = await compile(schema);
  return {
    instruction: `Your last message must be only JSON that matches this JSON Schema:\n${JSON.stringify(schema)}`,
    check: (answer) => {
      const data = parseAnswer(answer);
      if (data === undefined) return { problem: 'The answer is not JSON' };
      if (validate(data)) return { data };
      const problems = (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || '/'} ${message}`);
      return { problem: `The answer does not match the schema: ${problems.join('; ')}` };
    },
  };
}

async function compile(schema: object) {
  const { Ajv } = await import('ajv');
  try {
    return new Ajv({ allErrors: true, strict: false }).compile(schema);
  } catch (error) {
    throw wrong(error as Error);
  }
}

function parseSchema(read: () => string): object {
  try {
    const value: unknown = JSON.parse(read());
    if (typeof value === 'object' && value !== null) return value;
    throw new TypeError('it is not an object');
  } catch (error) {
    throw wrong(error as Error);
  }
}

function wrong({ message }: Error): CommandError {
  return new CommandError('INVALID_INPUT', `The JSON Schema cannot be used: ${message}`, {
    hint: 'Give a JSON Schema, or @ and the path of a file with one.',
  });
}

/** JSON, alone or in a fenced block as models like to write it. */
function parseAnswer(answer: string): unknown {
  const fenced = /```(?:json)?\s*\n([\s\S]*?)\n\s*```/.exec(answer)?.[1];
  for (const text of [answer, fenced]) {
    try {
      if (text !== undefined) return JSON.parse(text) as unknown;
    } catch {
      // The next form may do.
    }
  }
  return undefined;
}
