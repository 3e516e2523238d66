import ElementPlus, {
  ElButton,
  ElCheckbox,
  ElRadio,
  ElRadioButton,
  ElRadioGroup,
  ElSwitch,
  ElTable,
  ElTableColumn,
} from 'element-plus';
import { createApp, h, reactive } from 'vue';

const state = reactive({ terms: false, size: 's', city: '', wifi: false, chosen: 0, sent: false });
const model = (key) => ({
  modelValue: state[key],
  'onUpdate:modelValue': (value) => {
    state[key] = value;
  },
});
const rows = [
  { name: 'Zoe', age: 3 },
  { name: 'Ada', age: 36 },
];

const render = () =>
  h('main', {}, [
    h('output', { id: 'state' }, JSON.stringify(state)),
    h(
      'div',
      {},
      h(ElCheckbox, model('terms'), () => 'Terms'),
    ),
    h(ElRadioGroup, model('size'), () => [
      h(ElRadio, { value: 's' }, () => 'Small'),
      h(ElRadio, { value: 'l' }, () => 'Large'),
    ]),
    h(ElRadioGroup, model('city'), () => [
      h(ElRadioButton, { value: 'p' }, () => 'Paris'),
      h(ElRadioButton, { value: 'r' }, () => 'Rome'),
    ]),
    h('div', {}, h(ElSwitch, model('wifi'))),
    h(
      ElTable,
      {
        data: rows,
        onSelectionChange: ({ length }) => {
          state.chosen = length;
        },
      },
      () => [
        h(ElTableColumn, { type: 'selection' }),
        h(ElTableColumn, { prop: 'name', label: 'Name' }),
        h(ElTableColumn, { prop: 'age', label: 'Age' }),
      ],
    ),
    h(
      ElButton,
      {
        onClick: () => {
          state.sent = true;
        },
      },
      () => 'Send',
    ),
  ]);

createApp({ render }).use(ElementPlus).mount('#app');
