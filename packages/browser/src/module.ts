import { defineModule } from '@helve/command';

export const browserModule = defineModule({
  name: 'browser',
  summary: 'A real browser: read pages and act in them, in tabs of your own',
  envelope: async () => (await import('./envelope.ts')).envelope,
  actions: {
    // The browser
    launch: () => import('./commands/browser/connection/launch.ts'),
    close: () => import('./commands/browser/connection/close.ts'),
    pair: () => import('./commands/browser/connection/pair.ts'),
    unpair: () => import('./commands/browser/connection/unpair.ts'),
    status: () => import('./commands/browser/connection/status.ts'),

    // Tabs and sessions
    'tab open': () => import('./commands/browser/tab/open.ts'),
    'tab list': () => import('./commands/browser/tab/list.ts'),
    'tab close': () => import('./commands/browser/tab/close.ts'),
    'tab pin': () => import('./commands/browser/tab/pin.ts'),
    'tab unpin': () => import('./commands/browser/tab/unpin.ts'),
    'session create': () => import('./commands/browser/session/create.ts'),
    'session list': () => import('./commands/browser/session/list.ts'),
    'session bind': () => import('./commands/browser/session/bind.ts'),
    'session unbind': () => import('./commands/browser/session/unbind.ts'),
    'session resume': () => import('./commands/browser/session/resume.ts'),
    'session close': () => import('./commands/browser/session/close.ts'),

    // Reading
    text: () => import('./commands/browser/read/text.ts'),
    content: 'text',
    links: () => import('./commands/browser/read/links.ts'),
    images: () => import('./commands/browser/read/images.ts'),
    elements: () => import('./commands/browser/read/elements.ts'),
    outline: () => import('./commands/browser/read/outline.ts'),
    dom: () => import('./commands/browser/read/dom.ts'),
    html: 'dom',
    inspect: () => import('./commands/browser/read/inspect.ts'),
    snapshot: () => import('./commands/browser/read/snapshot.ts'),
    screenshot: () => import('./commands/browser/read/screenshot.ts'),

    // Acting
    navigate: () => import('./commands/browser/navigate/navigate.ts'),
    back: () => import('./commands/browser/navigate/back.ts'),
    forward: () => import('./commands/browser/navigate/forward.ts'),
    reload: () => import('./commands/browser/navigate/reload.ts'),
    scroll: () => import('./commands/browser/act/scroll.ts'),
    click: () => import('./commands/browser/act/click.ts'),
    hover: () => import('./commands/browser/act/hover.ts'),
    drag: () => import('./commands/browser/act/drag.ts'),
    fill: () => import('./commands/browser/act/fill.ts'),
    'fill-form': () => import('./commands/browser/act/fill-form.ts'),
    select: () => import('./commands/browser/act/select.ts'),
    type: () => import('./commands/browser/act/type.ts'),
    press: () => import('./commands/browser/act/press.ts'),
    upload: () => import('./commands/browser/act/upload.ts'),
    download: () => import('./commands/browser/act/download.ts'),
    dialog: () => import('./commands/browser/act/dialog.ts'),
    wait: () => import('./commands/browser/navigate/wait.ts'),
    goto: 'navigate',
    'go-to-page': 'navigate',
    'go-back': 'back',
    'go-forward': 'forward',
    refresh: 'reload',
    enter: 'press',

    // People
    'require-human': () => import('./commands/browser/people/require-human.ts'),
    'wait-human': () => import('./commands/browser/people/wait-human.ts'),

    // What happened
    'debug log': () => import('./commands/browser/debug/log.ts'),
    'debug last': () => import('./commands/browser/debug/last.ts'),
    'debug status': () => import('./commands/browser/debug/status.ts'),
    'debug ping': () => import('./commands/browser/debug/ping.ts'),
    'debug audit': () => import('./commands/browser/debug/audit.ts'),
  },
});
