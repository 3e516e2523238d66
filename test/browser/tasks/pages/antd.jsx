import { Button, DatePicker, Form, Input, Radio, Select } from 'antd';
import { createRoot } from 'react-dom/client';
import { report } from './report.js';

const options = (...names) => names.map((name) => ({ value: name.toLowerCase(), label: name }));

function App() {
  return (
    <Form
      layout="vertical"
      style={{ width: 420, padding: 16 }}
      onFinish={({ start, ...rest }) => report({ ...rest, start: start.format('YYYY-MM-DD') })}
    >
      <Form.Item name="title" label="Title" rules={[{ required: true }]}>
        <Input />
      </Form.Item>
      <Form.Item name="owner" label="Owner" rules={[{ required: true }]}>
        <Select options={options('Ada', 'Grace', 'Edsger')} />
      </Form.Item>
      <Form.Item name="labels" label="Labels">
        <Select mode="multiple" options={options('Bug', 'Docs', 'Design', 'Urgent')} />
      </Form.Item>
      <Form.Item name="start" label="Start" rules={[{ required: true }]}>
        <DatePicker />
      </Form.Item>
      <Form.Item name="size" label="Size">
        <Radio.Group optionType="button" options={options('Small', 'Large')} />
      </Form.Item>
      <Button type="primary" htmlType="submit">
        Create
      </Button>
    </Form>
  );
}

createRoot(document.querySelector('#app')).render(<App />);
