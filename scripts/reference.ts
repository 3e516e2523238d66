import { parametersOf, type Registry } from '@helve/command';
import { describeCommand } from '@helve/command/host';
import { usageLine, valueName } from '@helve/doors';

/** The reference of all commands as Markdown. */
export async function renderReference(registry: Registry): Promise<string> {
  const sections: string[] = [HEAD];
  for (const module of registry.modules) {
    sections.push(`## ${module.name}\n\n${module.summary}.\n`);
    const aliases = Object.entries(module.actions).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    for (const command of await registry.commands(module.name)) {
      const { path, summary, effect, examples, output } = describeCommand(command);
      const others = aliases
        .filter(([, action]) => `${module.name} ${action}` === path)
        .map(([name]) => `\`${module.name} ${name}\``);
      sections.push(
        [
          `### ${path}\n`,
          `${summary}. Effect: ${effect}.${others.length > 0 ? ` Also: ${others.join(', ')}.` : ''}\n`,
          `\`\`\`\n${usageLine(command)}\n\`\`\`\n`,
          ...(parametersOf(command).length > 0 ? [`| flag | value | |\n|---|---|---|\n${rows(command)}\n`] : []),
          `Gives: ${fields(output)}.\n`,
          `Examples:\n\n${examples.map((example) => `    ${example}`).join('\n')}\n`,
        ].join('\n'),
      );
    }
  }
  return sections.join('\n');
}

const HEAD = `# Commands

Generated from the registry by \`npm run docs\`; do not edit. Each command is the same through every door.
`;

function rows(command: Parameters<typeof parametersOf>[0]): string {
  return parametersOf(command)
    .map((parameter) => {
      const notes = [
        parameter.description,
        parameter.required ? '**required**' : undefined,
        parameter.default === undefined || parameter.default === false
          ? undefined
          : `default \`${JSON.stringify(parameter.default)}\``,
        parameter.also ? `also ${parameter.also.map((name) => `\`--${name}\``).join(', ')}` : undefined,
        parameter.large ? '`@file` and `-` accepted' : undefined,
      ].filter((note) => note !== undefined);
      const value = parameter.type === 'boolean' ? '' : valueName(parameter);
      return `| \`--${parameter.flag}\` | ${value.replaceAll('|', ' \\| ')} | ${notes.join('; ').replaceAll('|', '\\|')} |`;
    })
    .join('\n');
}

function fields(output: object): string {
  const { properties = {} } = output as { properties?: object };
  const names = Object.keys(properties).map((name) => `\`${name}\``);
  return names.length > 0 ? names.join(', ') : 'a value';
}
