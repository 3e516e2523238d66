/** Tasks that a person might give to an agent, and what must have become of each: what its page holds, or its server received. */
import type { Agent } from './agent.ts';

export interface Task {
  readonly name: string;
  /** The path of the page. */
  readonly page: string;
  readonly do: (agent: Agent, given: Given) => Promise<void>;
  /** What the page or its server tells at the end. */
  readonly outcome: unknown;
}

export interface Given {
  /** A file to upload, with the text `a,b`. */
  readonly file: string;
}

const FIELD = 'textbox|searchbox|combobox|spinbutton';

const TODO = async (agent: Agent) => {
  for (const todo of ['Buy milk', 'Walk the dog', 'Call Ada']) {
    await agent.fill('textbox', 'What needs to be done?', todo);
    await agent.press('Enter');
  }
  await agent.look();
  await agent.click('checkbox', '', { near: 'Walk the dog' });
  await agent.hover('checkbox', '', { near: 'Call Ada' });
  await agent.click('button', '', { near: 'Call Ada' });
  await agent.click('link', 'Active');
};

const todo = (framework: string): Task => ({
  name: `TodoMVC in ${framework}`,
  page: `page/todo/${framework.toLowerCase()}`,
  do: TODO,
  outcome: {
    todos: [
      { title: 'Buy milk', completed: false },
      { title: 'Walk the dog', completed: true },
    ],
    filter: 'Active',
  },
});

export const TASKS: readonly Task[] = [
  ...['React', 'Preact', 'Vue', 'Svelte', 'Lit', 'Alpine'].map(todo),
  {
    name: 'a request in Swagger UI',
    page: 'page/swagger',
    do: async (agent) => {
      await agent.click('button', /^POST.*pets/i);
      await agent.click('button', 'Try it out');
      await agent.fill('textbox', '', '{"name":"Rex","age":4}', { nth: 1 });
      await agent.click('button', 'Execute');
      await agent.read('201');
    },
    outcome: { name: 'Rex', age: 4 },
  },
  {
    name: 'an application in MUI',
    page: 'page/mui',
    do: async (agent) => {
      await agent.fill('textbox', 'Full name', 'Ada Lovelace');
      await agent.select('combobox', 'Country', 'Norway');
      await agent.select('combobox', 'Skills', 'Cooking');
      await agent.select('combobox', 'Skills', 'Plumbing');
      await agent.click('checkbox|switch', 'Works remotely');
      await agent.click('slider', 'Years');
      await agent.press('ArrowRight', 4);
      await agent.click('button', 'Apply');
      await agent.click('button', 'Send');
    },
    outcome: { name: 'Ada Lovelace', country: 'Norway', skills: ['Cooking', 'Plumbing'], remote: true, years: 7 },
  },
  {
    name: 'an issue in Ant Design',
    page: 'page/antd',
    do: async (agent) => {
      await agent.fill('textbox', /Title$/, 'Broken link');
      await agent.select('combobox', /Owner$/, 'Grace');
      await agent.select('combobox', 'Labels', 'Docs');
      await agent.select('combobox', 'Labels', 'Urgent');
      await agent.press('Escape');
      await agent.click('textbox', /Start$/);
      await agent.type('2026-05-04');
      await agent.press('Enter');
      await agent.click('radio', 'Large');
      await agent.click('button', 'Create');
    },
    outcome: { title: 'Broken link', owner: 'grace', labels: ['docs', 'urgent'], size: 'large', start: '2026-05-04' },
  },
  {
    name: 'a booking in Shoelace',
    page: 'page/shoelace',
    do: async (agent) => {
      await agent.click('button|clickable', 'New booking');
      await agent.fill('textbox', 'Guest', 'Grace');
      await agent.select('combobox', 'Room', 'Sea room');
      await agent.select('combobox', 'Meals', 'Breakfast');
      await agent.select('combobox', 'Meals', 'Dinner');
      await agent.click('switch', 'With pets');
      await agent.click('button|clickable', 'Book');
    },
    outcome: { guest: 'Grace', room: 'sea', meals: ['breakfast', 'dinner'], pets: true },
  },
  {
    name: 'a search in Ionic',
    page: 'page/ionic',
    do: async (agent) => {
      await agent.fill('textbox', 'City', 'Bergen');
      await agent.click('button|combobox', /Class/);
      await agent.click('radio|button', 'Second class');
      await agent.click('button', 'OK');
      await agent.click('switch', 'Return ticket');
      await agent.click('button', 'Search');
    },
    outcome: { city: 'Bergen', class: '2', back: true },
  },
  {
    name: 'a stock count in AG Grid',
    page: 'page/ag-grid',
    do: async (agent) => {
      await agent.click('gridcell|cell', '30', { count: 2 });
      await agent.press('Control+A');
      await agent.type('5');
      await agent.press('Enter');
      await agent.click('columnheader|cell', /Stock/);
      await agent.click('checkbox', /row/, { before: 'Bellows' });
    },
    outcome: { order: ['Chisel 5', 'Anvil 10', 'Bellows 20', 'Drill 40'], selected: ['Bellows'] },
  },
  {
    name: 'a harvest in Tabulator',
    page: 'page/tabulator',
    do: async (agent) => {
      await agent.click('gridcell|cell', '6');
      await agent.press('Control+A');
      await agent.type('12');
      await agent.press('Enter');
      await agent.click('columnheader|cell', /Tons/);
    },
    outcome: [
      { grain: 'Oats', tons: 5, organic: false },
      { grain: 'Rye', tons: 7, organic: false },
      { grain: 'Barley', tons: 12, organic: false },
    ],
  },
  {
    name: 'a budget in Handsontable',
    page: 'page/handsontable',
    do: async (agent) => {
      await agent.click('gridcell|cell', '350');
      await agent.type('400');
      await agent.press('Enter');
      await agent.type('125');
      await agent.press('Enter');
      await agent.click('gridcell|cell', 'Rent', { count: 2 });
      await agent.press('End');
      await agent.type(' (flat)');
      await agent.press('Enter');
    },
    outcome: [
      ['Rent (flat)', 900],
      ['Food', '400'],
      ['Travel', '125'],
    ],
  },
  {
    name: 'choices in Select2',
    page: 'page/select2',
    do: async (agent) => {
      await agent.select('combobox', /City|city/, 'Malmö');
      await agent.select('combobox', /^(?:Languages)?$/, 'Finnish');
      await agent.select('combobox', /^(?:Languages)?$/, 'Swedish');
      await agent.click('button', 'Save');
    },
    outcome: { city: 'Malmö', languages: ['Finnish', 'Swedish'] },
  },
  {
    name: 'tags in Tom Select',
    page: 'page/tom-select',
    do: async (agent) => {
      await agent.select('combobox', 'Tags', 'blue');
      await agent.typeInto('combobox', 'Tags', 'violet');
      await agent.click('option|clickable', /Add violet/);
      await agent.press('Escape');
      await agent.select('combobox', 'Size', 'Medium');
    },
    outcome: { tags: 'red,blue,violet', size: 'Medium' },
  },
  {
    name: 'an order in react-select',
    page: 'page/react-select',
    do: async (agent) => {
      await agent.select('combobox', 'Drink', 'Tea');
      await agent.select('combobox', 'Extras', 'Honey');
      await agent.select('combobox', 'Extras', 'Milk');
      await agent.look();
      await agent.click('button', 'Remove Honey');
      await agent.select('combobox', 'Extras', 'Lemon');
    },
    outcome: { drink: 'tea', extras: ['milk', 'lemon'] },
  },
  {
    name: 'a date in flatpickr',
    page: 'page/flatpickr',
    do: async (agent) => {
      await agent.click('textbox', 'Arrival');
      await agent.look();
      await agent.select('combobox', 'Month', 'May');
      await agent.click('clickable|generic', /^(?:May 21, 2026|21)$/);
    },
    outcome: { date: '2026-05-21' },
  },
  {
    name: 'an upload in Dropzone',
    page: 'page/dropzone',
    do: async (agent, { file }) => {
      await agent.upload('button', 'Drop files here to upload', file);
      await agent.read('table.csv');
    },
    outcome: { name: 'table.csv', content: 'a,b' },
  },
  {
    name: 'an order of work in SortableJS',
    page: 'page/sortable',
    do: async (agent) => {
      await agent.drag('listitem', 'Ship', 'Plan');
      await agent.drag('listitem', 'Red', 'Blue');
    },
    outcome: [
      ['Ship', 'Plan', 'Build', 'Test'],
      ['Green', 'Blue', 'Red'],
    ],
  },
  {
    name: 'a contact far down in react-window',
    page: 'page/react-window',
    do: async (agent) => {
      await agent.scroll('list', 3_000);
      await agent.click('button', 'Call 105');
      await agent.read('Calling 105');
    },
    outcome: { called: 105 },
  },
  {
    name: 'a route in Leaflet',
    page: 'page/leaflet',
    do: async (agent) => {
      await agent.click('button', 'Harbour');
      await agent.click('button', 'Zoom in');
      await agent.click('button', 'Route to Harbour');
    },
    outcome: { zoom: 13, route: 'Harbour' },
  },
  {
    name: 'a line of code in CodeMirror',
    page: 'page/codemirror',
    do: async (agent) => {
      await agent.click('textbox');
      await agent.press('Control+Home');
      await agent.press('ArrowDown');
      await agent.press('End');
      await agent.type(' line');
      await agent.press('Enter');
      await agent.type('f(x)');
    },
    outcome: 'first\nsecond line\nf(x)\nthird',
  },
  {
    name: 'a message in Lexical',
    page: 'page/lexical',
    do: async (agent) => {
      await agent.typeInto('textbox', 'Message', ' and Ada');
      await agent.press('Enter');
      await agent.type('Bring ');
      await agent.press('Control+B');
      await agent.type('breads');
      await agent.press('Backspace');
    },
    outcome: [
      [['Dear all, and Ada', false]],
      [
        ['Bring ', false],
        ['bread', true],
      ],
    ],
  },
  {
    name: 'a text in TinyMCE',
    page: 'page/tinymce',
    do: async (agent) => {
      await agent.typeInto('textbox|document|generic', /Rich Text Area/, ' world');
      await agent.press('Enter');
      await agent.click('button', 'Bold');
      await agent.type('Loud');
    },
    outcome: '<p>Hello world</p>\n<p><strong>Loud</strong></p>',
  },
  {
    name: 'a list in Slate',
    page: 'page/slate',
    do: async (agent) => {
      await agent.typeInto('textbox', 'Shopping list', ' and eggs');
      await agent.press('Enter');
      await agent.type('Bread');
    },
    outcome: ['Milk and eggs', 'Bread'],
  },
  {
    name: 'a login with a code',
    page: 'login',
    do: async (agent) => {
      await agent.fill('textbox', 'Email', 'ada@example.com');
      await agent.fill('textbox', 'Password', 'correct horse');
      await agent.click('button', 'Log in');
      await agent.look();
      await agent.typeInto('textbox', 'Digit 1', '493021');
      await agent.read('Welcome, Ada');
    },
    outcome: 'logged in',
  },
  {
    name: 'a sign-in in a popup',
    page: 'signin',
    do: async (agent) => {
      await agent.click('button', 'Sign in with Example');
      await agent.switchTab();
      await agent.fill(FIELD, 'User', 'ada');
      await agent.click('button', 'Allow');
      await agent.returnToFirst();
      await agent.read('Signed in as ada');
    },
    outcome: { user: 'ada' },
  },
  {
    name: 'a game on a canvas',
    page: 'page/canvas',
    do: async (agent) => {
      await agent.click('canvas|generic', 'Board', { at: [150, 150] });
      await agent.click('canvas|generic', 'Board', { at: [250, 50] });
    },
    outcome: [
      { row: 1, column: 1 },
      { row: 0, column: 2 },
    ],
  },
  {
    name: 'two exports and a copied link',
    page: 'export',
    do: async (agent) => {
      const files = [await agent.download('button', 'Export CSV'), await agent.download('button', 'Export CSV')];
      if (files.join('') !== 'export,1\nexport,2\n') throw new Error(`The files have ${JSON.stringify(files)}`);
      await agent.click('button', 'Copy link');
      await agent.click(FIELD, 'Send to');
      await agent.press('Control+V');
    },
    outcome: { to: 'https://example.com/r/42', exports: 2, said: 'Copied' },
  },
];
