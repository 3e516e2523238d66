import { createApp, h, ref } from 'vue';
import vSelect from 'vue-select';

const [one, many] = [ref('Apple'), ref(['Kale'])];
const list = (id, label, model, options, multiple) => [
  h('label', { for: id }, label),
  h(vSelect, {
    inputId: id,
    options,
    multiple,
    modelValue: model.value,
    'onUpdate:modelValue': (value) => (model.value = value),
  }),
];
createApp(() => [
  ...list('one', 'Fruit', one, ['Apple', 'Banana', 'Cherry'], false),
  ...list('many', 'Greens', many, ['Carrot', 'Kale', 'Leek'], true),
]).mount('#app');
window.chosen = () => [[one.value], [...many.value].sort()];
