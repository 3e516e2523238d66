import { type CommandWord, sourcesOf } from './command-words.ts';
import { WRITE_IT } from './judge-data.ts';
import { all, danger, FINE, judgeOperand, type Judgement, runsAnything, runsFile } from './judgement.ts';
import type { Source } from './taint.ts';
import { isDataShellVariable } from './variable-names.ts';

/** Builtins that read no input, and of which no argument is known to be data. */
const NO_INPUT =
  /^(unset|alias|unalias|bind|break|bg|caller|compgen|complete|compopt|continue|disown|enable|exit|fc|fg|hash|help|history|jobs|kill|let|return|shift|shopt|suspend|trap|ulimit|wait)$/;

/** Judges a builtin by its own rules; `undefined` where it has none. */
export function judgeBuiltin(
  name: string,
  rest: readonly CommandWord[],
  fed: readonly Source[],
): Judgement | undefined {
  const given = sourcesOf(rest);
  switch (name) {
    case 'test':
      return judgeTest(rest);
    case '[':
      return judgeTest(rest.slice(0, -1));
    case 'printf':
      return judgePrintf(rest);
    case 'eval':
      return judgeScript(rest, fed, name);
    case 'trap':
      return given.length > 0
        ? danger(given, 'is evaluated by trap', WRITE_IT)
        : judgeScript(rest.slice(0, 1), fed, name);
    case 'source':
    case '.':
      return all(
        danger([...given, ...fed], `is evaluated by ${name}`, 'Set a variable with = and use it in the file.'),
        rest[0]?.literal ? runsFile(name, rest[0].text, given) : runsAnything(name, given),
      );
    case 'read':
      return judgeReader(rest, /^-[rse]*([adinNptu].*)?$/, /^-[rse]*[adinNptu]$/);
    case 'mapfile':
    case 'readarray':
      return judgeReader(rest, /^-t?([dnOsu].*)?$/, /^-t?[dnOsu]$/);
    case 'declare':
    case 'export':
    case 'local':
    case 'readonly':
    case 'typeset':
      return judgeDeclaration(name, rest);
    case 'set': {
      const end = rest.findIndex(({ text }) => text === '--');
      return danger(
        sourcesOf(end < 0 ? rest : rest.slice(0, end)),
        'may be read as an option of set',
        'Write set -- before it.',
      );
    }
    default:
      return NO_INPUT.test(name)
        ? danger(given, `is given to ${name}, which may evaluate it`, 'Use it in an argument of a program.')
        : undefined;
  }
}

/** Text that the shell itself runs. */
function judgeScript(words: readonly CommandWord[], fed: readonly Source[], name: string): Judgement {
  if (words.every(({ literal }) => literal)) {
    return { ...FINE, scripts: [{ text: words.map(({ text }) => text).join(' '), fed }] };
  }
  return all(
    danger(sourcesOf(words), `is evaluated by ${name}`, 'Use it as it is: nothing needs to evaluate it.'),
    runsAnything(name, sourcesOf(words)),
  );
}

/** Only forms in which no operand can be taken for an operator, and none that looks a variable up. */
function judgeTest(rest: readonly CommandWord[]): Judgement {
  const operands = rest[0]?.text === '!' ? rest.slice(1) : rest;
  const [first, second] = operands;
  const unary = operands.length === 2 && first?.literal && /^-[bcdefghknprstuwxzGLNOS]$/.test(first.text);
  const binary =
    operands.length === 3 && second?.literal && /^(=|==|!=|<|>|-(eq|ne|lt|le|gt|ge|nt|ot|ef))$/.test(second.text);
  if ((unary || binary) && !operands.some(({ splits }) => splits)) return FINE;
  return danger(sourcesOf(rest), 'may be taken for an operator of test', 'Write it in double quotes, or use [[ ]].');
}

function judgePrintf(rest: readonly CommandWord[]): Judgement {
  const [first] = rest;
  if (first?.text.startsWith('-v')) {
    const name = first.text.slice(2) || rest[1]?.text || '';
    const literal = first.literal && (first.text.length > 2 || rest[1]?.literal);
    if (literal && isOrdinary(name)) return FINE;
    return danger(sourcesOf(rest), 'is given to printf -v', 'Set a variable with =.');
  }
  return first && first.text !== '--' ? judgeOperand(first, 'printf') : FINE;
}

/** Reads input into variables, whose names the template must give. */
function judgeReader(rest: readonly CommandWord[], option: RegExp, takesNext: RegExp): Judgement {
  const given = danger(sourcesOf(rest), 'is given to a builtin that sets variables', WRITE_IT);
  if (given.dangers.length > 0) return given;
  for (let index = 0; index < rest.length; index++) {
    const { text = '', literal = false } = rest[index] ?? {};
    const known = literal && (text.startsWith('-') ? option.test(text) : isOrdinary(text));
    if (!known) {
      const why = `is read into ${text}, which is not known to be an ordinary variable`;
      return { ...FINE, dangers: [{ source: { text }, why, hint: 'Read it into a variable of your own.' }] };
    }
    // `read -a list` names a variable too.
    if (takesNext.test(text) && !text.endsWith('a')) index++;
  }
  return FINE;
}

function isOrdinary(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && isDataShellVariable(name);
}

function judgeDeclaration(name: string, rest: readonly CommandWord[]): Judgement {
  const plain = rest.every(
    ({ text, node }) => node?.type === 'Assignment' || !/^[-+]/.test(text) || /^-[xgrp]+$/.test(text),
  );
  const words = plain ? rest.filter(({ node }) => node?.type !== 'Assignment') : rest;
  return danger(sourcesOf(words), `may be evaluated by ${name}`, 'Set the variable with = before it.');
}
