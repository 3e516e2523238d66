import { defineModule } from '@helve/command';

export const browserModule = defineModule({
  name: 'browser',
  summary: 'A real browser: read pages and act in them, in tabs of your own',
  envelope: async () => (await import('./envelope.ts')).envelope,
  actions: {
    // The browser
    launch: () => import('./commands/browser/launch.ts'),
    close: () => import('./commands/browser/close.ts'),
    pair: () => import('./commands/browser/pair.ts'),
    unpair: () => import('./commands/browser/unpair.ts'),
    status: () => import('./commands/browser/status.ts'),

    // Tabs and sessions
    'tab open': () => import('./commands/browser/tab-open.ts'),
    'tab list': () => import('./commands/browser/tab-list.ts'),
    'tab close': () => import('./commands/browser/tab-close.ts'),
    'tab pin': () => import('./commands/browser/tab-pin.ts'),
    'tab unpin': () => import('./commands/browser/tab-unpin.ts'),
    'session create': () => import('./commands/browser/session-create.ts'),
    'session list': () => import('./commands/browser/session-list.ts'),
    'session bind': () => import('./commands/browser/session-bind.ts'),
    'session unbind': () => import('./commands/browser/session-unbind.ts'),
    'session resume': () => import('./commands/browser/session-resume.ts'),
    'session close': () => import('./commands/browser/session-close.ts'),

    // Reading
    text: () => import('./commands/browser/text.ts'),
    content: 'text',
    links: () => import('./commands/browser/links.ts'),
    images: () => import('./commands/browser/images.ts'),
    elements: () => import('./commands/browser/elements.ts'),
    outline: () => import('./commands/browser/outline.ts'),
    dom: () => import('./commands/browser/dom.ts'),
    html: 'dom',
    inspect: () => import('./commands/browser/inspect.ts'),
    snapshot: () => import('./commands/browser/snapshot.ts'),
    screenshot: () => import('./commands/browser/screenshot.ts'),

    // Acting
    navigate: () => import('./commands/browser/navigate.ts'),
    back: () => import('./commands/browser/back.ts'),
    forward: () => import('./commands/browser/forward.ts'),
    reload: () => import('./commands/browser/reload.ts'),
    scroll: () => import('./commands/browser/scroll.ts'),
    click: () => import('./commands/browser/click.ts'),
    hover: () => import('./commands/browser/hover.ts'),
    drag: () => import('./commands/browser/drag.ts'),
    fill: () => import('./commands/browser/fill.ts'),
    'fill-form': () => import('./commands/browser/fill-form.ts'),
    select: () => import('./commands/browser/select.ts'),
    type: () => import('./commands/browser/type.ts'),
    press: () => import('./commands/browser/press.ts'),
    upload: () => import('./commands/browser/upload.ts'),
    download: () => import('./commands/browser/download.ts'),
    dialog: () => import('./commands/browser/dialog.ts'),
    wait: () => import('./commands/browser/wait.ts'),
    goto: 'navigate',
    'go-to-page': 'navigate',
    'go-back': 'back',
    'go-forward': 'forward',
    refresh: 'reload',
    enter: 'press',

    // People
    'require-human': () => import('./commands/browser/require-human.ts'),
    'wait-human': () => import('./commands/browser/wait-human.ts'),

    // What happened
    'debug log': () => import('./commands/browser/debug-log.ts'),
    'debug last': () => import('./commands/browser/debug-last.ts'),
    'debug status': () => import('./commands/browser/debug-status.ts'),
    'debug ping': () => import('./commands/browser/debug-ping.ts'),
    'debug audit': () => import('./commands/browser/debug-audit.ts'),
  },
});
