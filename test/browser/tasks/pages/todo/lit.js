import { html, LitElement } from 'lit';
import { report } from '../report.js';
import { FILTERS } from './filters.js';

class TodoApp extends LitElement {
  static properties = { todos: { state: true }, filter: { state: true }, edited: { state: true } };

  // Fields of the class would hide what makes these properties reactive.
  constructor() {
    super();
    Object.assign(this, { todos: [], filter: 'All', edited: undefined });
  }

  // The style sheet of TodoMVC is the page's.
  createRenderRoot() {
    return this;
  }

  updated() {
    const todos = this.todos.map(({ title, completed }) => ({ title, completed }));
    report({ todos, filter: this.filter });
    this.querySelector('.editing .edit')?.focus();
  }

  #change(todo, changes) {
    this.todos = this.todos.map((each) => (each === todo ? { ...each, ...changes } : each));
  }

  #add({ key, target }) {
    if (key !== 'Enter' || target.value.trim() === '') return;
    this.todos = [...this.todos, { title: target.value.trim(), completed: false }];
    target.value = '';
  }

  #save(todo, { target }) {
    if (this.edited !== todo) return;
    this.edited = undefined;
    this.#change(todo, { title: target.value.trim() });
  }

  render() {
    return html`<section class="todoapp">
      <header class="header"><h1>todos</h1>
        <input class="new-todo" placeholder="What needs to be done?" @keydown=${this.#add}></header>
      <section class="main"><ul class="todo-list">${this.todos.filter(FILTERS[this.filter]).map((todo) => this.#item(todo))}</ul></section>
      <footer class="footer"><span class="todo-count">${this.todos.filter(FILTERS.Active).length} left</span>
        <ul class="filters">${Object.keys(FILTERS).map(
          (name) =>
            html`<li><a href="#/${name}" class=${this.filter === name ? 'selected' : ''} @click=${() => {
              this.filter = name;
            }}>${name}</a></li>`,
        )}</ul></footer></section>`;
  }

  #item(todo) {
    const isEdited = this.edited === todo;
    return html`<li class="${todo.completed ? 'completed' : ''} ${isEdited ? 'editing' : ''}">
      <div class="view">
        <input class="toggle" type="checkbox" .checked=${todo.completed} @change=${() => this.#change(todo, { completed: !todo.completed })}>
        <label @dblclick=${() => {
          this.edited = todo;
        }}>${todo.title}</label>
        <button class="destroy" @click=${() => {
          this.todos = this.todos.filter((each) => each !== todo);
        }}></button>
      </div>
      ${
        isEdited
          ? html`<input class="edit" .value=${todo.title} @blur=${(event) => this.#save(todo, event)}
              @keydown=${(event) => event.key === 'Enter' && this.#save(todo, event)}>`
          : ''
      }
    </li>`;
  }
}

customElements.define('todo-app', TodoApp);
document.querySelector('#app').append(document.createElement('todo-app'));
