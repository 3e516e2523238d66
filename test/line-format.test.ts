import { type Parameter, parametersOf } from '@helve/command';
import { formatLine, type Invocation, parseLine } from '@helve/command/line';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRegistry } from '../packages/helve/src/modules.ts';

const registry = createRegistry();
const commands = await registry.commands();

/** Any value that a parameter of this type may be given on a line. */
function valueOf(parameter: Parameter): fc.Arbitrary<unknown> {
  switch (parameter.type) {
    case 'string':
      return fc.string({ unit: 'binary' });
    case 'number':
      return fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    case 'choice':
      return fc.constantFrom(...(parameter.options ?? []));
    case 'json':
      // JSON knows no negative zero.
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown);
  }
}

it('knows all commands', () => {
  expect(commands.length).toBeGreaterThan(35);
});

it.each(commands.map((command) => [command.path, command] as const))(
  '%s: what is formatted parses to the same',
  async (_, command) => {
    const entries = parametersOf(command).map((parameter) => {
      const value = valueOf(parameter);
      return [parameter.name, parameter.required ? value : fc.option(value, { nil: undefined })] as const;
    });
    await fc.assert(
      fc.asyncProperty(fc.record(Object.fromEntries(entries)), async (input) => {
        const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
        const parsed = await parseLine(registry, formatLine(command, given));
        expect(parsed).toMatchObject({ kind: 'command', sources: [], warnings: [] });
        expect({ ...(parsed as Invocation).input }).toEqual(given);
      }),
      { numRuns: 60 },
    );
  },
);
