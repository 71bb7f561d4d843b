import { Button, NativeSelect, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { BUILT_IN_FORM } from '@stridewell/contract/checkins/checkins.forms.rules';
import type { StartChoices } from '@stridewell/contract/clients/clients.start.rules';
import { INTERVAL_LABELS } from '@stridewell/contract/money/money.dates.rules';
import { IconChevronDown } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { money } from '../../lib/format.ts';
import { ProblemAlert } from '../../ui/problem-alert.tsx';
import { templatesQuery } from '../checkins/checkins.queries.ts';
import { packagesQuery } from '../money/money.queries.ts';
import { programsQuery } from '../programs/programs.queries.ts';

type StartFieldsProps = {
  coachId: string;
  start: StartChoices;
  onChange: (start: StartChoices) => void;
  disabled?: boolean;
};

/** Package, program and form of clients who are invited, all optional. */
export function StartFields(props: StartFieldsProps) {
  const [opened, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      <Button
        variant="subtle"
        size="compact-md"
        w="max-content"
        aria-expanded={opened}
        rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}
        onClick={toggle}
      >
        Choose package, program and form
      </Button>
      {opened && <Choices {...props} />}
    </Stack>
  );
}

function Choices({ coachId, start, onChange, disabled = false }: StartFieldsProps) {
  const packages = useQuery(packagesQuery(coachId));
  const programs = useQuery(programsQuery(coachId));
  const forms = useQuery(templatesQuery(coachId));
  const open = forms.data?.templates.filter(({ archived }) => !archived) ?? [];
  const usual = open.find(({ isDefault }) => isDefault)?.name ?? BUILT_IN_FORM.name;
  const choose = (part: keyof StartChoices) => ({
    value: start[part] ?? '',
    disabled,
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => {
      const { [part]: _, ...others } = start;
      onChange(value ? { ...others, [part]: value } : others);
    },
  });
  return (
    <Stack gap="sm">
      <ProblemAlert
        error={packages.error ?? programs.error ?? forms.error}
        fallback="Your packages, programs or forms could not be loaded."
      />
      <NativeSelect
        label="Package"
        description="Starts when they accept."
        data={[
          { value: '', label: 'None' },
          ...(packages.data?.packages ?? [])
            .filter(({ archived }) => !archived)
            .map(({ id, name, amountCents, currency, interval }) => ({
              value: id,
              label: `${name}, ${money(amountCents, currency)}, ${INTERVAL_LABELS[interval].toLowerCase()}`,
            })),
        ]}
        {...choose('packageId')}
      />
      <NativeSelect
        label="Program"
        description="Starts the Monday after they answer the health questions. If an answer needs a doctor first, it waits."
        data={[
          { value: '', label: 'None' },
          ...(programs.data?.programs ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        {...choose('programId')}
      />
      <NativeSelect
        label="Check-in form"
        description="For their check-ins from the first one on."
        data={[{ value: '', label: `Default (${usual})` }, ...open.map(({ id, name }) => ({ value: id, label: name }))]}
        {...choose('templateId')}
      />
    </Stack>
  );
}
