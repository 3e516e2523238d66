import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { analyse } from './analyse.ts';
import { openCliTools } from './testing/cli-tools.ts';

const X = 'UTCP_ARG_x_UTCP_END';
const refusalsOf = (...commands: readonly string[]) => analyse(commands, new Set()).refusals;

describe('a placeholder is refused', () => {
  it.each([
    `echo $((${X} + 1))`,
    `echo "$((${X} + 1))"`,
    `((${X}))`,
    `((y = ${X})); echo`,
    `for ((i = 0; i < ${X}; i++)); do :; done`,
    `let "y=${X}"`,
    `[[ ${X} -eq 1 ]]`,
    `[[ 1 -lt "${X}" ]]`,
    `[[ -v ${X} ]]`,
    `test -v ${X}`,
    `[ -v ${X} ]`,
    `[ ${X} ${X} ]`,
    `[ ${X} ]`,
    `[ ${X} = y -o ${X} = z ]`,
    `a[${X}]=1`,
    `a=([${X}]=1)`,
    `echo \${a[${X}]}`,
    `echo \${a:${X}}`,
    `echo \${a:0:${X}}`,
    `echo \${a@${X}}`,
    `echo \${a/${X}/b}`,
    `echo \${!${X}}`,
    `echo $${X}`,
    `echo \${${X}}`,
    `eval echo ${X}`,
    `eval "echo '${X}'"`,
    `builtin eval ${X}`,
    `command eval "${X}"`,
    `source ${X}`,
    `. ${X}`,
    `source <(echo ${X})`,
    `trap "echo ${X}" EXIT`,
    `alias y=${X}`,
    `unset ${X}`,
    `read ${X}`,
    `printf -v ${X} y`,
    `declare ${X}=1`,
    `declare -i n=${X}`,
    `declare -a n="${X}"`,
    `export ${X}`,
    `export "A${X}=1"`,
    `bash -c ${X}`,
    `bash -c "echo ${X}"`,
    `sh -c 'echo ${X}'`,
    `/bin/sh -ec "echo ${X}"`,
    `zsh -c "echo ${X}"`,
    `bash ${X}`,
    `bash -c 'eval "$1"' _ ${X}`,
    `bash -c 'bash -c "$1"' _ ${X}`,
    `bash -c 'echo $(($1))' _ ${X}`,
    `bash -o pipefail -c "echo ${X}"`,
    `env A=1 bash -c "echo ${X}"`,
    `nohup timeout 5 nice -n 3 sh -c "${X}"`,
    `sudo -u bob ${X}`,
    `sudo -u bob sh -c "${X}"`,
    `timeout 5 ${X}`,
    `env ${X}`,
    `env PATH=${X} ls`,
    `exec ${X}`,
    `xargs sh -c "echo ${X}"`,
    `xargs ${X}`,
    `echo ${X} | xargs -I{} sh -c "echo {}"`,
    `echo ${X} | xargs bash`,
    `echo ${X} | xargs sh -c 'eval "$1"' _`,
    `find . -exec sh -c "echo ${X}" \\;`,
    `find . -exec ${X} \\;`,
    `fd . -x ${X}`,
    `fd . --exec-batch wc ${X}`,
    `noglob ${X}`,
    `busybox wc ${X}`,
    `rush ${X}`,
    `sudo -s echo ${X}`,
    `sudo --login echo ${X}`,
    `command time -o out echo ${X}`,
    `xargs -J % echo ${X}`,
    `nice -5 echo ${X}`,
    `env A=1 -S ${X}`,
    `find ${X} -exec sh -c "echo {}" \\;`,
    `ssh host ${X}`,
    `ssh host "ls ${X}"`,
    `parallel echo ::: ${X}`,
    `watch "ls ${X}"`,
    `su -c "ls ${X}"`,
    `make ${X}`,
    `NAME=${X} make`,
    `npx ${X}`,
    `docker run alpine sh -c "echo ${X}"`,
    `kubectl exec pod -- bash -c "ls ${X}"`,
    `echo ${X} | sh`,
    `echo ${X} | tee /dev/null | bash -s`,
    `echo ${X} | { cat; bash; }`,
    `echo ${X} > >(bash)`,
    `bash <<< ${X}`,
    `bash < ${X}`,
    `bash <<EOF\necho ${X}\nEOF`,
    `bash <<'EOF'\necho ${X}\nEOF`,
    `python3 - <<EOF\nprint("${X}")\nEOF`,
    `python -c "print('${X}')"`,
    `python3.11 -Ic "print('${X}')"`,
    `python -m ${X}`,
    `python <(echo ${X})`,
    `node -e "console.log('${X}')"`,
    `node --eval="${X}"`,
    `node -pe ${X}`,
    `perl -ne "print ${X}"`,
    `ruby -e "puts '${X}'"`,
    `php -r "echo '${X}';"`,
    `awk "{ print ${X} }"`,
    `awk -F: '{ print "${X}" }' file`,
    `gawk -f ${X} file`,
    `sed "s/a/${X}/" file`,
    `sed -e ${X} file`,
    `sed -n ${X}p file`,
    `tar --to-command=${X} -xf a`,
    `tar --checkpoint-action ${X} -xf a`,
    `rsync --rsh=${X} a b`,
    `git -c ${X} status`,
    `git ${X}`,
    X,
    `"${X}" --help`,
    `y=1 ${X}`,
    `$(echo ${X})`,
    `$cmd ${X}`,
    `"$tool" ${X}`,
    `PATH=${X} ls`,
    `PS4=${X}`,
    `LD_PRELOAD=${X} ls`,
    `GIT_SSH_COMMAND="${X}" git pull`,
    `SECONDS=${X}`,
    `echo hi >&${X}`,
    `cat <&${X}`,
    `echo \`echo ${X}\``,
    `echo "\`echo ${X}\`"`,
    `echo \\${X}`,
    `echo "\\${X}"`,
    `echo $'\\${X}'`,
    `echo {a,${X}}`,
    `echo @(${X}|b)`,
    `ls [${X}]`,
    `echo $"${X}"`,
    `echo ~${X}`,
    `for ${X} in a; do :; done`,
    `${X}() { :; }`,
    `${X}=1`,
    `cat <<${X}\na\n${X}`,
    `echo {${X}}>file`,
    `echo "unclosed ${X}`,
    `coproc bash; echo ${X} >&"\${COPROC[1]}"`,
    `alias e=eval; e ${X}`,
    `f() { eval "$1"; }; f ${X}`,
    `declare -i n; n=${X}`,
    `for i in ${X}; do eval "$i"; done`,
    `y=${X}; bash -c "$y"`,
    `y=${X}; z="a $y"; echo $((z))`,
    `y=(a ${X}); eval "\${y[1]}"`,
    `export y=${X}; bash -c 'eval "$y"'`,
    `export "y=${X}"; bash -c 'eval "$y"'`,
    `read y <<< ${X}; eval $y`,
    `printf -v y %s ${X}; eval $y`,
    `cd ${X}; bash -c "ls $PWD"`,
    `set -- ${X}; eval "$1"`,
    `echo ${X}; eval $_`,
    `n=y; y=${X}; eval "\${!n}"`,
    `echo "\${y:=${X}}"; eval "$y"`,
    `[[ ${X} =~ (.*) ]]; eval "\${BASH_REMATCH[1]}"`,
  ])('in %s', (command) => {
    expect(refusalsOf(command)).not.toEqual([]);
  });

  it.each([
    [`echo ${X}`, 'bash -c "echo $CMD_0_OUTPUT"'],
    [`cat ${X}`, 'echo $((CMD_0_OUTPUT + 1))'],
    [`wc -l < ${X}`, 'if [[ $CMD_0_OUTPUT -gt 5 ]]; then echo long; fi'],
    [`y=${X}`, 'echo "$y"', 'eval "$CMD_1_OUTPUT"'],
    [`echo ${X}`, 'echo "$CMD_0_OUTPUT" | sh'],
    [`echo ${X}`, 'echo "`bash -c "$CMD_0_OUTPUT"`"'],
  ])('where its value comes by way of a step before: %s, %s', (...commands) => {
    expect(refusalsOf(...commands)).not.toEqual([]);
  });
});

describe('a placeholder is data', () => {
  it.each([
    [`cat ${X}`],
    [`cd ${X} && ls`],
    [`git clone ${X} ${X}`],
    [`git -C ${X} log --oneline`],
    [`git commit -m "Message: ${X}"`],
    [`python ${X}`],
    [`python script.py ${X}`],
    [`python -c 'import sys; print(sys.argv[1])' ${X}`],
    [`node -e 'console.log(process.argv[1])' ${X}`],
    [`bash -c 'echo "$1"' _ ${X}`],
    [`docker run --rm alpine:latest cat /data/${X}`],
    [`awk -v x=${X} '{ print x }' file`],
    [`sed 's/a/b/' ${X}`],
    [`grep -r -- ${X} .`],
    [`find ${X} -name '*.py' | xargs wc -l`],
    [`find . -name ${X} -exec cat {} +`],
    [`echo ${X} | bash -c 'cat'`],
    [`timeout 5 nice -n 3 grep ${X} file`],
    [`jq ${X} file`],
    [`y=${X} env`],
    [`if [ -n ${X} ]; then echo yes; fi`],
    [`[ ${X} = yes ] && echo yes`],
    [`[[ ${X} == a* || -f ${X} ]]`],
    [`case ${X} in ${X}) echo same ;; esac`],
    [`for i in ${X}; do echo "$i"; done`],
    [`f() { echo "$1"; }; f ${X}`],
    [`curl --data ${X} https://example.org/${X}`],
    [`echo ${X} > ${X}`],
    [`cat <<< ${X}`],
    [`cat <<EOF\n${X}\nEOF`],
    [`ls # ${X}`],
    [`echo ${X}`, 'echo "Previous: $CMD_0_OUTPUT"'],
    [`cd ${X}`, 'find . -type f | wc -l', 'echo $((CMD_1_OUTPUT + 1))'],
    [`echo ${X}`, '[ "$CMD_0_OUTPUT" -gt 5 ] && echo more'],
  ])('in %s', (...commands) => {
    expect(refusalsOf(...commands)).toEqual([]);
  });
});

describe('a refusal', () => {
  it('says where and why, and nothing has run', async () => {
    const { error, dir } = await openCliTools();
    const report = await error(['touch before', `echo $((${X} + 1))`], { x: '1' });
    expect(report).toMatchObject({
      code: 'INVALID_INPUT',
      message: `The tool was not run: ${X} is evaluated as arithmetic, in which bash runs commands (commands[1], character 9)`,
      details: { places: [{ step: 1, position: 8 }] },
    });
    expect(existsSync(join(dir, 'before'))).toBe(false);
  });

  it('is lifted for the arguments that unsafe_arguments names, and no others', async () => {
    const { value, error } = await openCliTools();
    const tool = (...names: string[]) => ({
      commands: [{ command: `bash -c "echo ${X}; echo $((UTCP_ARG_n_UTCP_END + 1))"` }],
      unsafe_arguments: names,
    });
    expect(await value(tool('x', 'n'), { x: 'a; echo b', n: 41 })).toBe('a\nb\n42');
    expect(await error(tool('x'), { x: 'a', n: 41 })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await error(tool('X', 'n'), { x: 'a', n: 41 })).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('comes for a template that replaces what the script stands on', async () => {
    const { error } = await openCliTools();
    expect(await error(['builtin() { :; }', 'echo two'])).toMatchObject({ code: 'INVALID_INPUT' });
  });
});

describe('a value', () => {
  it.each([
    ['cat', '-rf'],
    ['echo', '-n'],
    ['printf', '-vx'],
    ['git log', '--output=f'],
    ['cat "a" ', '-'],
  ])('that %s would take for an option is refused: %s', async (program, x) => {
    const { error, value } = await openCliTools();
    expect(await error([`${program} ${X}`], { x })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { argument: 'x', step: 0 },
    });
    expect(await error([`${program} "${X}"`], { x })).toMatchObject({ code: 'INVALID_INPUT' });
    expect(await value({ commands: [{ command: `true ${X}; echo ok` }] }, { x })).toBe('ok');
  });

  it('that begins with a dash is taken behind --, glued to something, and where options end', async () => {
    const { value } = await openCliTools();
    const x = '-n';
    expect(await value([`printf %s ${X}`], { x })).toBe(x);
    expect(await value([`printf -- ${X}`], { x })).toBe(x);
    expect(await value([`echo "<${X}>"`], { x })).toBe('<-n>');
    expect(await value([`[ ${X} = -n ] && echo same`], { x })).toBe('same');
    expect(await value([`bash -c 'printf "%s" "$1"' _ ${X}`], { x })).toBe(x);
    expect(await value({ commands: [{ command: `printf %s a | cat ${X}` }], unsafe_arguments: ['x'] }, { x })).toMatch(
      /^1\s+a$/,
    );
  });

  it('that is a connection to bash is refused behind a redirection', async () => {
    const { error } = await openCliTools();
    expect(await error([`echo hi > ${X}`], { x: '/dev/tcp/127.0.0.1/9' })).toMatchObject({ code: 'INVALID_INPUT' });
  });

  it('with a NUL is refused', async () => {
    const { error } = await openCliTools();
    expect(await error([`echo ${X}`], { x: 'a\0b' })).toMatchObject({
      message: 'The argument x contains a NUL byte, which programs cannot receive',
    });
  });

  it('that is missing is an error before anything runs', async () => {
    const { error, dir } = await openCliTools();
    const steps = ['touch before', 'echo UTCP_ARG_toString_UTCP_END UTCP_ARG_b_UTCP_END'];
    expect(await error(steps, { b: undefined })).toMatchObject({
      code: 'INVALID_INPUT',
      details: { missing: ['toString', 'b'] },
    });
    expect(existsSync(join(dir, 'before'))).toBe(false);
  });

  it.each([
    [5, '5'],
    [-0.5, '-0.5'],
    [true, 'true'],
    [null, 'null'],
    [['b', 1], '["b",1]'],
    [{ b: 1, a: { d: 2, c: [3] } }, '{"a":{"c":[3],"d":2},"b":1}'],
    ['', ''],
  ])('of %j is given as %s', async (x, text) => {
    const { value } = await openCliTools();
    expect(await value([`printf '<%s>' ${X}`], { x })).toBe(`<${text}>`);
  });

  it('may have dots and dashes in its name', async () => {
    const { value } = await openCliTools();
    expect(await value(['echo UTCP_ARG_a-b.c_UTCP_END "UTCP_ARG_d_e_UTCP_END"'], { 'a-b.c': 'one', d_e: 'two' })).toBe(
      'one two',
    );
  });

  it('may be longer than an environment takes', async () => {
    const { value } = await openCliTools();
    const x = 'long "$(value)" '.repeat(20_000);
    expect(await value([`y=${X}`, 'printf "%s." "$y"'], { x })).toBe(`${x}.`);
  });
});
