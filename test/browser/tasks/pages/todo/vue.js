import { createApp, computed, nextTick, ref, watchEffect } from 'vue/dist/vue.esm-bundler.js';
import { report } from '../report.js';
import { FILTERS } from './filters.js';

createApp({
  setup() {
    const [todos, text, filter, edited, draft] = [ref([]), ref(''), ref('All'), ref(), ref('')];
    watchEffect(() => {
      report({ todos: todos.value.map(({ title, completed }) => ({ title, completed })), filter: filter.value });
    });
    return {
      todos,
      text,
      filter,
      edited,
      draft,
      filters: Object.keys(FILTERS),
      shown: computed(() => todos.value.filter(FILTERS[filter.value])),
      left: computed(() => todos.value.filter(FILTERS.Active).length),
      add() {
        if (text.value.trim() !== '') todos.value.push({ title: text.value.trim(), completed: false });
        text.value = '';
      },
      remove: (todo) => todos.value.splice(todos.value.indexOf(todo), 1),
      edit(todo) {
        [edited.value, draft.value] = [todo, todo.title];
        void nextTick(() => document.querySelector('.editing .edit').focus());
      },
      save(todo) {
        if (edited.value !== todo) return;
        edited.value = undefined;
        todo.title = draft.value.trim();
      },
    };
  },
  template: `<section class="todoapp">
    <header class="header"><h1>todos</h1>
      <input class="new-todo" placeholder="What needs to be done?" v-model="text" @keyup.enter="add">
    </header>
    <section class="main"><ul class="todo-list">
      <li v-for="todo in shown" :class="{ completed: todo.completed, editing: todo === edited }">
        <div class="view">
          <input class="toggle" type="checkbox" v-model="todo.completed">
          <label @dblclick="edit(todo)">{{ todo.title }}</label>
          <button class="destroy" @click="remove(todo)"></button>
        </div>
        <input v-if="todo === edited" class="edit" v-model="draft" @blur="save(todo)" @keyup.enter="save(todo)" @keyup.escape="edited = undefined">
      </li>
    </ul></section>
    <footer class="footer"><span class="todo-count">{{ left }} left</span>
      <ul class="filters"><li v-for="name in filters"><a :href="'#/' + name" :class="{ selected: filter === name }" @click="filter = name">{{ name }}</a></li></ul>
    </footer></section>`,
}).mount('#app');
