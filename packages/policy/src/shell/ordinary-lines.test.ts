import { describe, expect, it } from 'vitest';
import { decide } from '../testing/shell-policy.ts';

const lines = (text: string) => text.trim().split('\n');

/** What people and models type to look around. */
const READS = String.raw`
echo 'Tests are in @lezer/generator'
cd src/everything
stat
echo a*s*d*f
cd iconv-lite
cd integration-tests
cd linkedom/test
cd ..
echo "See https://travis-ci.org/lodash-archive/lodash-cli for testing details."
echo "See https://travis-ci.org/lodash/lodash-cli for testing details."
ls -la
ls src
ls *.ts
ls -la src/ docs/
cat package.json
cat package.json | jq .scripts
cat src/index.ts | head -50
head -100 README.md
tail -n 20 CHANGELOG.md
sed -n 1,80p src/index.ts
grep -rn TODO src
grep -n "export function" src/*.ts
grep -rn foo src --include=*.ts
grep -c it src/a.test.ts
grep -E "a|b" file | sort | uniq -c | sort -rn | head
rg -n "foo" src
rg -l foo
rg foo -g "*.ts" src | head -20
rg --files | head
find . -name "*.test.ts" | wc -l
find . -maxdepth 2 -not -path "./node_modules/*"
find src -name "*.ts" -exec wc -l {} +
wc -l src/*.ts
wc -l src/*.ts | sort -n | tail -5
du -sh node_modules
du -sh * | sort -h
df -h
tree -L 2
tree src
pwd
pwd && ls
cd src && ls
cd src && cat index.ts
git status
git status --short
git log --oneline -10
git diff
git diff --stat HEAD~1
git show HEAD --stat
git branch -a
git blame src/index.ts
git ls-files | head
git rev-parse HEAD
cd packages && git status
echo hello
echo $HOME
which node
node --version
npm --version
command -v tsc
type node
uname -a
date
date +%Y-%m-%d
whoami
id
env | grep NODE
env
printenv PATH
ps aux | grep node
test -f package.json && echo yes
[ -d node_modules ] || echo missing
x=1; echo $x
for f in *.ts; do wc -l "$f"; done
for f in a b c; do echo $f; done
for i in 1 2 3; do echo $i; done
for i in {1..3}; do echo $i; done
for f in $(ls src); do echo $f; done
f=src/index.ts; head -5 $f
dir=src; ls $dir; wc -l $dir/*.ts
cat src/a.ts src/b.ts
cat src/{a,b}.ts
diff a.ts b.ts
diff -u a.ts b.ts
diff -r src lib
cmp a b
comm -12 a b
cut -d: -f1 /etc/passwd
sort file | uniq -c
stat package.json
file bin/helve
md5sum package.json
sha256sum dist/*
basename src/index.ts .ts
dirname src/index.ts
realpath src
readlink -f src
jq .version package.json
jq -r ".scripts | keys[]" package.json
jq "{name,version}" package.json
cat file | grep -v x
cat /etc/os-release
cat /proc/cpuinfo | grep model
cat tsconfig.json | jq .compilerOptions
ls node_modules | wc -l
ls node_modules/.bin | grep tsc
ls -1 packages/*/src | head
ls ~/.npm
ls -la ~
ls /usr/local/bin
cat ../other/package.json
sleep 1
true
timeout 10 ls
time ls
nice ls
xargs -n1 echo < list
ls | xargs -n1 basename
seq 1 5
expr 1 + 2
echo $((1+2))
NODE_ENV=test ls
LANG=C sort file
LC_ALL=C ls
TZ=UTC date
(cd src; ls)
{ ls; pwd; }
if [ -f x ]; then cat x; else echo no; fi
case $x in a) ls;; *) pwd;; esac
[[ -n $x ]] && echo yes
ls 2>/dev/null
ls > /dev/null 2>&1
cat <<< hello
bash -c "ls -la"
sh -c pwd
find . -type d -name dist
sed "s/a/b/" file
sed -n "/start/,/end/p" file
strings bin/x | head
od -c file | head
hexdump -C file | head
nl file
tac file
column -t file
rev file
paste a b
`;

/** From scripts of packages and from their instructions. */
const SCRIPTS = String.raw`
../../node_modules/.bin/tsc -p .
./scripts/prepare-site && vuepress dev docs
DOTENV_CONFIG_DEBUG=true DOTENV_CONFIG_PATH=/custom/path/to/.env node index.mjs
JITI_DEBUG=1 JITI_JSX=1 lib/jiti-cli.mjs
NODE_ENV=cjs yarn transpile --out-dir lib/cjs --source-maps
NODE_OPTIONS=--no-deprecation release-it
NODE_VER=9 npm run testversion
RD_LOG='oxc_resolver' rolldown build
TARGET='browser' pnpm run --sequential '/^build-(binding:wasi:release|node)$/'
TARGET='browser' pnpm run --sequential '/^build-(binding:wasi|node)$/'
borp --timeout 180000 -p "test/node-test/**/*.js"
borp --timeout 180000 -p "test/node-test/**/*.js" -w
borp --timeout 180000 -p "test/websocket/**/*.js"
browserify -t browserify-istanbul test/run-browser.js | obake --coverage
browserify test/cover.js > test/browser.js && mocha-phantomjs test/test.html
bun --bun test test/native/bun.test.ts
bun add libsql
bun test --jsx-import-source ../../src/jsx runtime-tests/bun
cake build test
cd benchmark && npm install
cm-buildhelper src/codemirror.ts
cross-env NODE_V8_COVERAGE= c8 report
docker build -t mcp/filesystem -f src/filesystem/Dockerfile .
dotenvx run -f=.env.local -f=.env -- node index.js
eslint "src/**/*.ts*" && tsc --noEmit && deno check ./src/index.ts
eslint '{src,test}/**/*.ts'
eslint *.js *.mjs *.cjs
eslint --cache .
eslint --ext=.js,.mjs .
eslint . && node ./scripts/lint-readme-list.js
eslint . && prettier -c src test
eslint src/ && prettier --check .
eslint src/ --fix && prettier --ignore-path ../../../.prettierignore --write .
eslint src/ --fix && prettier --write .
eslint src/ examples/ --fix && prettier --write .
evalmd --eslint README.md
husky || true
is-node-modern 8 && npm run lint || is-node-not-modern 8
jasmine --config=jasmine.json
jest && npm run check:type:ts
make -C benchmark profile
marked-man man/marked.1.md > man/marked.1
node --experimental-strip-types --no-warnings=ExperimentalWarning scripts/bundle-size.ts
node ./typescript/verify.js
node build/wasm.js --docker
node scripts/build.js --release && node scripts/build-flow.js
node scripts/get-latest-platform-tests.js
node scripts/patch.js
node test/bench.mjs && deno -A test/bench.mjs && bun --bun test/bench.mjs
npm install && npm test
npm install --save async-function
npm install fast-deep-equal
npm install finalhandler
npm run build && npm run test
npm run build:esm && npm run build:cjs
npm run format:prettier:raw -- --write
npm run lint && npm run test-ci
npm run lint && nyc mocha
npm run lint:es && npm run lint:prettier
npm run lint:es && npm run lint:ts && npm run lint:prettier
npm run test:node && npm run test:browser
npm run typecheck && npm run lint
npx npm@'>= 10.2' audit --production
nvs add 12.17.0 && NODE_BIN=$(nvs which 12.17.0) pnpm test-bundle
nyc --exclude examples --exclude test --exclude benchmarks --reporter=html --reporter=text npm test
nyc --exclude test --reporter=html --reporter=text npm test
nyc --reporter=lcovonly --reporter=text npm test
nyc report --reporter=text-lcov | coveralls
oxlint --fix . && oxfmt
playwright test --config=test/smoke/playwright.config.ts --headed
pnpm build-binding --release
pnpm clean && pnpm rspack --watch
pnpm run --sequential '/^build-(binding:release|js-glue)$/'
pnpm run --sequential '/^build-(binding|js-glue)$/'
pnpm run --sequential '/^build-(node|types-check)$/'
premove dist && pnpm build-bundle -w
prettier "**/*.{ts,md,json,yml}" --ignore-path .gitignore
prettier --write "src/**/*.{js,ts}" "test/**/*.{js,ts}"
rollup -c config/rollup.config.umd.mjs && rollup -c config/rollup.config.browser.umd.mjs
run-s format:*
ts-scripts build
tsc && attw --pack
tsc && node --test dist/*.test.js
tsc && shx chmod +x dist/*.js
tsc --emitDeclarationOnly && api-extractor run && del-cli dist/typings
tsc --module esnext --target es2019 --outDir lib/esm && echo '{"type":"module"}' > lib/esm/package.json
tsc --project tsconfig.check.json
tsc -p tsconfig.build.json && tsc
tsup && node scripts/replace-version.js
uglifyjs ./dist/lie.polyfill.js -mc > ./dist/lie.polyfill.min.js
vitest run --coverage --isolate
yarn eslint --ext=js,ts .
yarn wasm:build-release && parcel build 'website/*.html' website/playground/index.html
`;

describe('ordinary lines', () => {
  it.each(lines(READS))('%j only reads, and nothing that a rule denies', async (line) => {
    const given = { deny: ['Read(~/.ssh/**)', 'Bash(rm *)', 'git push'] };
    const modes = ['plan', 'default', 'bypassPermissions'] as const;
    const decisions = await Promise.all(modes.map((mode) => decide({ ...given, mode }, line)));
    expect(decisions.map(({ verdict, reason }) => [verdict, reason])).toEqual(
      modes.map((mode) => ['allow', expect.stringContaining(`the mode is ${mode}`)]),
    );
  });

  it.each(lines(SCRIPTS))('%j is taken apart, so that a rule can allow it', async (line) => {
    const { verdict, reason } = await decide(
      { allow: ['Bash'], deny: ['Read(~/.ssh/**)', 'Bash(rm *)', 'git push'] },
      line,
    );
    expect([verdict, reason]).toEqual(['allow', expect.any(String)]);
  });
});
