import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { takeFocus } from '../../lib/take-focus.ts';
import { asName, nameIn } from './calendar.form.ts';
import { sessionClientsQuery } from './calendar.queries.ts';

const NAME_MAX = 120;

type Listed = { value: string; label: string };

/** Whether the first or the last name begins like this. */
const beginsLike = (label: string, typed: string): boolean => ` ${label.toLowerCase()}`.includes(` ${typed}`);

/** Names that begin like the typed letters come before names that only contain them. */
const filterNames: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase();
  const names = options.filter((one): one is ComboboxItem => 'label' in one);
  const found = names.filter(({ label }) => label.toLowerCase().includes(typed));
  const isFirst = ({ label, value }: ComboboxItem) => nameIn(value) === null && beginsLike(label, typed);
  return [...found.filter(isFirst), ...found.filter((one) => !isFirst(one))];
};

/** The one client with this name, or with a first or last name that begins like it. */
function clientNamed(name: string, clients: readonly Listed[]): string | undefined {
  const wanted = name.toLowerCase();
  const exact = clients.find(({ label }) => label.toLowerCase() === wanted);
  const begins = clients.filter(({ label }) => beginsLike(label, wanted));
  return (exact ?? (begins.length === 1 ? begins[0] : undefined))?.value;
}

type ClientPickerProps = { coachId: string; value: string; onChange: (who: string) => void; error: ReactNode };

/** Chooses a client, or takes the name of a person who is not a client. Leaving the field keeps what was typed. */
export function ClientPicker({ coachId, value, onChange, error }: ClientPickerProps) {
  const clients = useQuery(sessionClientsQuery(coachId));
  const [typed, setTyped] = useState('');
  const [isFirst] = useState(value === '');
  const listed = clients.data ?? [];
  const typedName = nameIn(value);
  const isListed = listed.some(({ label }) => label.toLowerCase() === typed.trim().toLowerCase());
  const others = [
    ...(typedName === null ? [] : [{ value, label: typedName }]),
    // The session of a former client keeps its client.
    ...(typedName === null && value !== '' && clients.data && !listed.some((one) => one.value === value)
      ? [{ value, label: 'A former client' }]
      : []),
    ...(typed.trim() !== '' && !isListed && typed.trim() !== typedName
      ? [{ value: asName(typed.trim().slice(0, NAME_MAX)), label: `${typed.trim()} (not a client)` }]
      : []),
  ];
  const keepTyped = () => {
    const name = typed.trim();
    const shown = [...listed, ...others].find((one) => one.value === value)?.label;
    if (name === '' || name === shown) return;
    onChange(clientNamed(name, listed) ?? asName(name.slice(0, NAME_MAX)));
  };
  return (
    <Select
      // The dialog looks for its first field once, which may be before this one is loaded.
      {...(isFirst && { 'data-autofocus': true, ref: takeFocus })}
      size="md"
      label="With"
      placeholder={clients.isPending ? 'Loading your clients' : 'Name of a client or another person'}
      searchable
      filter={filterNames}
      openOnFocus={false}
      selectFirstOptionOnChange
      onBlur={keepTyped}
      data={[...listed, ...others]}
      value={value || null}
      onChange={(who) => onChange(who ?? '')}
      onSearchChange={setTyped}
      nothingFoundMessage="Type a name"
      maxDropdownHeight={240}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={typedName === null ? undefined : 'Not one of your clients, so no emails are sent'}
      error={error ?? (clients.isError ? 'Your clients did not load. You can still type a name.' : undefined)}
    />
  );
}
