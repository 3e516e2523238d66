import Alpine from 'alpinejs';
import { report } from '../report.js';
import { FILTERS } from './filters.js';

Alpine.data('todos', () => ({
  todos: [],
  text: '',
  filter: 'All',
  edited: undefined,
  draft: '',
  filters: Object.keys(FILTERS),
  init() {
    this.$watch('JSON.stringify([todos, filter])', () => this.tell());
    this.tell();
  },
  tell() {
    report({ todos: this.todos.map(({ title, completed }) => ({ title, completed })), filter: this.filter });
  },
  get shown() {
    return this.todos.filter(FILTERS[this.filter]);
  },
  add() {
    if (this.text.trim() !== '') this.todos.push({ id: Math.random(), title: this.text.trim(), completed: false });
    this.text = '';
  },
  edit(todo) {
    [this.edited, this.draft] = [todo.id, todo.title];
    this.$nextTick(() => document.querySelector('.editing .edit').focus());
  },
  save(todo) {
    if (this.edited !== todo.id) return;
    this.edited = undefined;
    todo.title = this.draft.trim();
  },
}));

document.querySelector('#app').innerHTML = `<section class="todoapp" x-data="todos">
  <header class="header"><h1>todos</h1>
    <input class="new-todo" placeholder="What needs to be done?" x-model="text" @keydown.enter="add"></header>
  <section class="main"><ul class="todo-list">
    <template x-for="todo in shown" :key="todo.id">
      <li :class="{ completed: todo.completed, editing: todo.id === edited }">
        <div class="view">
          <input class="toggle" type="checkbox" x-model="todo.completed">
          <label @dblclick="edit(todo)" x-text="todo.title"></label>
          <button class="destroy" @click="todos = todos.filter((each) => each.id !== todo.id)"></button>
        </div>
        <template x-if="todo.id === edited"><input class="edit" x-model="draft" @blur="save(todo)" @keydown.enter="save(todo)"></template>
      </li>
    </template>
  </ul></section>
  <footer class="footer"><span class="todo-count" x-text="todos.filter((each) => !each.completed).length + ' left'"></span>
    <ul class="filters"><template x-for="name in filters">
      <li><a :href="'#/' + name" :class="{ selected: filter === name }" @click="filter = name" x-text="name"></a></li>
    </template></ul></footer></section>`;
Alpine.start();
