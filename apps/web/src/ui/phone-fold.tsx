import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { usePhone } from '../lib/use-phone.ts';
import { PHONE_HALF, type ToolbarFilter, ToolbarSelect } from './list-toolbar.tsx';

type PhoneFoldProps = {
  filters: readonly ToolbarFilter[];
  /** Fields and buttons that fold with the filters. */
  children?: ReactNode;
  /** One of these fields is on. */
  isOn?: boolean;
};

/** Filters of a `ListToolbar` that a phone shows on request. One that is on never hides. */
export function PhoneFold({ filters, children, isOn = false }: PhoneFoldProps) {
  const isPhone = usePhone();
  const [opened, setOpened] = useState(false);
  const showsAll = !isPhone || opened || isOn || filters.some(({ value }) => value !== '');
  return (
    <>
      {isPhone && (
        <Button
          variant="default"
          size="sm"
          flex={PHONE_HALF}
          leftSection={<IconAdjustmentsHorizontal size={18} stroke={1.75} />}
          aria-expanded={showsAll}
          onClick={() => setOpened(!showsAll)}
        >
          Filters
        </Button>
      )}
      {showsAll && (
        <>
          {filters.map((filter) => (
            <ToolbarSelect key={filter.label} filter={filter} />
          ))}
          {children}
        </>
      )}
    </>
  );
}
