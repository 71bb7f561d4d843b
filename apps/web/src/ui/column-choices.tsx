import { NativeSelect, SimpleGrid } from '@mantine/core';

const NO_COLUMN = '';

type ColumnChoicesProps<Field extends string> = {
  fields: readonly Field[];
  labels: Record<Field, string>;
  header: readonly string[];
  /** The column of each field, from 0; without one the field is not in the table. */
  mapping: Partial<Record<Field, number | null>>;
  onChange: (field: Field, column: number | null) => void;
};

/** Which column of a table holds which field. */
export function ColumnChoices<Field extends string>(props: ColumnChoicesProps<Field>) {
  const { fields, labels, header, mapping, onChange } = props;
  const columns = [
    { value: NO_COLUMN, label: 'Not in the table' },
    ...header.map((title, index) => ({ value: String(index), label: title || `Column ${index + 1}` })),
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="sm">
      {fields.map((field) => (
        <NativeSelect
          key={field}
          size="xs"
          label={labels[field]}
          data={columns}
          value={String(mapping[field] ?? NO_COLUMN)}
          onChange={({ currentTarget: { value } }) => onChange(field, value === NO_COLUMN ? null : Number(value))}
        />
      ))}
    </SimpleGrid>
  );
}
