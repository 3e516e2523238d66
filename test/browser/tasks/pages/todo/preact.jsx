/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import { render } from 'preact';
import { report } from '../report.js';
import { FILTERS } from './filters.js';

function Todo({ todo, change, remove }) {
  const [draft, setDraft] = useState();
  const save = () => {
    if (draft === undefined) return;
    change({ ...todo, title: draft.trim() });
    setDraft(undefined);
  };
  return (
    <li className={[todo.completed && 'completed', draft !== undefined && 'editing'].filter(Boolean).join(' ')}>
      <div className="view">
        <input
          className="toggle"
          type="checkbox"
          checked={todo.completed}
          onChange={() => change({ ...todo, completed: !todo.completed })}
        />
        {/* biome-ignore lint: as in TodoMVC */}
        <label onDblClick={() => setDraft(todo.title)}>{todo.title}</label>
        <button className="destroy" onClick={remove} />
      </div>
      {draft !== undefined && (
        <input
          className="edit"
          ref={(field) => field?.focus()}
          value={draft}
          onInput={(event) => setDraft(event.target.value)}
          onBlur={save}
          onKeyDown={({ key }) => (key === 'Enter' ? save() : key === 'Escape' && setDraft(undefined))}
        />
      )}
    </li>
  );
}

function App() {
  const [todos, setTodos] = useState([]);
  const [text, setText] = useState('');
  const [filter, setFilter] = useState('All');
  useEffect(() => report({ todos: todos.map(({ title, completed }) => ({ title, completed })), filter }));
  const add = ({ key }) => {
    if (key !== 'Enter' || text.trim() === '') return;
    setTodos([...todos, { id: Date.now() + Math.random(), title: text.trim(), completed: false }]);
    setText('');
  };
  return (
    <section className="todoapp">
      <header className="header">
        <h1>todos</h1>
        <input
          className="new-todo"
          placeholder="What needs to be done?"
          value={text}
          onInput={(event) => setText(event.target.value)}
          onKeyDown={add}
        />
      </header>
      <section className="main">
        <ul className="todo-list">
          {todos.filter(FILTERS[filter]).map((todo) => (
            <Todo
              key={todo.id}
              todo={todo}
              change={(changed) => setTodos(todos.map((each) => (each.id === todo.id ? changed : each)))}
              remove={() => setTodos(todos.filter((each) => each.id !== todo.id))}
            />
          ))}
        </ul>
      </section>
      <footer className="footer">
        <span className="todo-count">{todos.filter(FILTERS.Active).length} left</span>
        <ul className="filters">
          {Object.keys(FILTERS).map((name) => (
            <li key={name}>
              <a href={`#/${name}`} className={filter === name ? 'selected' : ''} onClick={() => setFilter(name)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </footer>
    </section>
  );
}

render(<App />, document.querySelector('#app'));
