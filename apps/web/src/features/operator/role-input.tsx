import { Radio, Stack } from '@mantine/core';
import { OPERATOR_ROLE_TEXTS, OPERATOR_ROLES, type OperatorRole } from '@stridewell/contract/operator/operator.rules';

type RoleInputProps = { value: OperatorRole; onChange: (role: OperatorRole) => void };

/** Chooses the role of an operator by what it opens. */
export const RoleInput = ({ value, onChange }: RoleInputProps) => (
  <Radio.Group
    label="Role"
    value={value}
    onChange={(chosen) => onChange(OPERATOR_ROLES.find((role) => role === chosen) ?? value)}
  >
    <Stack gap="sm" mt={6}>
      {OPERATOR_ROLES.map((role) => (
        <Radio
          key={role}
          value={role}
          data-autofocus={role === value || undefined}
          label={OPERATOR_ROLE_TEXTS[role].label}
          description={OPERATOR_ROLE_TEXTS[role].may}
        />
      ))}
    </Stack>
  </Radio.Group>
);
