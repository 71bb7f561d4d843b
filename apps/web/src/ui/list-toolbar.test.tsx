import { fireEvent, screen } from '@testing-library/react';
import { type ComponentProps, useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { onPhone } from '../../test/phone.ts';
import { show } from '../../test/show.tsx';
import { FilterTabs } from './filter-tabs.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { PhoneFold } from './phone-fold.tsx';

const KINDS = [
  { value: '', label: 'Any kind' },
  { value: 'oak', label: 'Oaks' },
];

function Toolbar(props: Partial<ComponentProps<typeof ListToolbar>>) {
  const [typed, type] = useState('');
  const [kind, setKind] = useState('');
  return (
    <ListToolbar
      search={{ label: 'Search trees', typed, type }}
      filters={[{ label: 'Kind', data: KINDS, value: kind, onChange: setKind }]}
      sort={{ label: 'Order', data: ['Name', 'Height'], value: 'Name', onChange: vi.fn() }}
      {...props}
    />
  );
}

function Folded() {
  const [value, onChange] = useState('');
  return (
    <Toolbar filters={[]}>
      <PhoneFold filters={[{ label: 'Kind', data: KINDS, value, onChange }]} />
    </Toolbar>
  );
}

const kind = () => screen.queryByRole('combobox', { name: 'Kind' });

describe('the toolbar of a list', () => {
  it('searches, filters and says how many there are', () => {
    show(<Toolbar count="2 trees" />);
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search trees' }), { target: { value: 'ash' } });
    expect(screen.getByRole('searchbox')).toHaveProperty('value', 'ash');
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'oak' } });
    expect(kind()).toHaveProperty('value', 'oak');
    expect(screen.getByRole('status').textContent).toBe('2 trees');
  });

  it('chooses with tabs and keeps buttons at its end', () => {
    const onChange = vi.fn();
    const tabs = <FilterTabs label="Which trees" data={KINDS} value="" onChange={onChange} />;
    show(
      <Toolbar tabs={tabs}>
        <button type="button">Download</button>
      </Toolbar>,
    );
    fireEvent.click(screen.getByRole('radio', { name: 'Oaks' }));
    expect(onChange).toHaveBeenCalledWith('oak');
    expect(screen.getByRole('button', { name: 'Download' })).toBeDefined();
  });

  it('shows all filters on a wide screen', () => {
    show(<Folded />);
    expect(kind()).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Filters' })).toBeNull();
  });
});

describe('on a phone', () => {
  it('opens the filters on request, and never hides one that is on', () => {
    onPhone();
    show(<Folded />);
    const button = screen.getByRole('button', { name: 'Filters' });
    expect(kind()).toBeNull();
    expect(screen.getByRole('combobox', { name: 'Order' })).toBeDefined();
    fireEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    fireEvent.change(screen.getByRole('combobox', { name: 'Kind' }), { target: { value: 'oak' } });
    fireEvent.click(button);
    expect(kind()).not.toBeNull();
  });

  it('shows few filters at once', () => {
    onPhone();
    show(<Toolbar />);
    expect(kind()).not.toBeNull();
  });
});
