import { Autocomplete, type AutocompleteProps, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { isUuid } from '@stridewell/contract/identity/identity.rules';
import { useQuery } from '@tanstack/react-query';
import { useSearchText } from '../../lib/search-text.ts';
import { Muted } from '../../ui/muted.tsx';
import { peopleQuery } from './audit.queries.ts';

const TYPING_MS = 250;
const SHOWN = 8;

/** An address or an id names one account; a name may be that of several. */
const namesOne = (text: string): boolean => text === '' || text.includes('@') || isUuid(text);

type PersonFilterProps = {
  label: string;
  placeholder: string;
  /** Address or id. */
  value: string;
  onFind: (named: string) => void;
};

/** Finds a person by address, id, or the beginning of the name, of which the list offers the accounts. */
export function PersonFilter({ label, placeholder, value, onFind }: PersonFilterProps) {
  const { field, typed, type } = useSearchText(value, (text) => {
    if (namesOne(text.trim())) onFind(text);
  });
  const [searched] = useDebouncedValue(typed.trim(), TYPING_MS);
  const { data } = useQuery(peopleQuery(isUuid(searched) || searched === value ? '' : searched));
  const people = new Map((data?.accounts ?? []).slice(0, SHOWN).map(({ email, fullName }) => [email, fullName]));
  const renderOption: AutocompleteProps['renderOption'] = ({ option }) => (
    <div>
      <Text size="sm">{people.get(option.value)}</Text>
      <Muted>{option.value}</Muted>
    </div>
  );
  return (
    <Autocomplete
      label={label}
      placeholder={placeholder}
      maxLength={120}
      size="sm"
      ref={field}
      data={[...people.keys()]}
      // The server has searched.
      filter={({ options }) => options}
      renderOption={renderOption}
      comboboxProps={{ width: 'max-content', position: 'bottom-start' }}
      value={typed}
      onChange={type}
      onOptionSubmit={onFind}
    />
  );
}
