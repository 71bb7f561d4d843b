import { Button, Group, Input, Text } from '@mantine/core';
import { IconEyeOff } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Muted } from '../../ui/muted.tsx';
import { NumberInput } from '../../ui/number-input.tsx';

type BlindNumberProps = {
  label: string;
  description: ReactNode;
  error: string | undefined;
  required: boolean;
  withAsterisk: boolean;
  decimalScale: number;
  /** Whether a number was confirmed. It is never passed back. */
  isEntered: boolean;
  onEnter: (value: number) => void;
  onClear: () => void;
};

/** A number that is typed and confirmed, and not shown again. */
export function BlindNumber({ label, error, decimalScale, isEntered, onEnter, onClear, ...rest }: BlindNumberProps) {
  const [typed, setTyped] = useState<number | string>('');
  if (isEntered) {
    return (
      <Input.Wrapper {...rest} label={label} error={error} labelElement="div" size="md">
        <Group gap="sm" mih={44} role="status" aria-label={label}>
          <IconEyeOff size={18} stroke={1.75} aria-hidden />
          <Text>Entered, and hidden from you</Text>
          <Button variant="subtle" mih={44} aria-label={`Remove: ${label}`} onClick={onClear}>
            Remove
          </Button>
        </Group>
      </Input.Wrapper>
    );
  }
  const isEmpty = typed === '' || !Number.isFinite(Number(typed));
  return (
    <>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <NumberInput
          {...rest}
          flex={1}
          label={label}
          error={error}
          size="md"
          hideControls
          inputMode="decimal"
          decimalScale={decimalScale}
          autoComplete="off"
          value={typed}
          onChange={setTyped}
        />
        <Button
          variant="default"
          mih={44}
          disabled={isEmpty}
          aria-label={`Confirm: ${label}`}
          onClick={() => {
            onEnter(Number(typed));
            setTyped('');
          }}
        >
          Confirm
        </Button>
      </Group>
      <Muted>You can leave this out. Once confirmed, only your coach sees it.</Muted>
    </>
  );
}
