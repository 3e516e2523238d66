import { defineConfig } from 'vitest/config';

export default defineConfig({
  ssr: { resolve: { conditions: ['source', 'node', 'import', 'default'] } },
  resolve: { conditions: ['source'] },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'],
    // Its packages offer their TypeScript under the condition `source` too, which Node cannot load.
    server: { deps: { inline: [/@modelcontextprotocol\/(?:client|sdk)/, /eventsource/] } },
    testTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    hookTimeout: 60_000,
    // Two cores: more workers than that only make timing-sensitive programs slower.
    maxWorkers: 2,
  },
});
