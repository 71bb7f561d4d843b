import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { CoachCard as Coach, CoachProfile } from '@stridewell/contract/coaches/coaches';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { takeFocus } from '../../lib/take-focus.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NumberInput } from '../../ui/number-input.tsx';
import type { SchemaForm } from '../../ui/schema-form.ts';

export type ProfileValues = Omit<
  CoachProfile,
  'specialities' | 'languages' | 'yearsOfExperience' | 'certifications'
> & {
  /** Separated by commas. */
  specialities: string;
  languages: string;
  yearsOfExperience: number | string;
  certifications: { name: string; issuer: string; year: number | string }[];
};

const MOST_CERTIFICATIONS = 20;

export const toValues = (coach: Coach): ProfileValues => ({
  headline: coach.headline,
  bio: coach.bio,
  specialities: coach.specialities.join(', '),
  languages: coach.languages.join(', '),
  yearsOfExperience: coach.yearsOfExperience ?? '',
  certifications: coach.certifications,
  website: coach.website,
  instagram: coach.instagram,
});

const listOf = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
  ),
];

export const toProfile = ({ yearsOfExperience, ...fields }: ProfileValues) => ({
  ...fields,
  specialities: listOf(fields.specialities),
  languages: listOf(fields.languages),
  yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
});

export const PART_FIELDS = {
  about: ['headline', 'bio', 'yearsOfExperience'],
  specialities: ['specialities', 'languages'],
  certifications: ['certifications'],
} as const satisfies Record<string, readonly (keyof ProfileValues)[]>;
export type ProfilePart = keyof typeof PART_FIELDS;

/** The fields of one part of the profile. */
export function ProfileFields({ form, part }: { form: SchemaForm<ProfileValues>; part: ProfilePart }) {
  const { certifications } = form.values;
  const [added, setAdded] = useState<number>();
  const addButton = useRef<HTMLButtonElement>(null);
  if (part === 'about') {
    return (
      <Stack gap="md">
        <TextInput
          label="Headline"
          description="One line under your name"
          placeholder="Strength for people with little time"
          {...form.getInputProps('headline')}
        />
        <Textarea
          label="About you"
          description="How you work, and who you work with"
          size="md"
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('bio')}
        />
        <NumberInput
          label="Years of coaching"
          size="md"
          min={0}
          max={70}
          allowDecimal={false}
          hideControls
          {...form.getInputProps('yearsOfExperience')}
        />
      </Stack>
    );
  }
  if (part === 'specialities') {
    return (
      <Stack gap="md">
        <TextInput
          label="Specialties"
          description="Separated by commas"
          placeholder="Strength, Fat loss, Running"
          {...form.getInputProps('specialities')}
        />
        <TextInput
          label="Languages"
          description="Separated by commas"
          placeholder="English, Spanish"
          {...form.getInputProps('languages')}
        />
      </Stack>
    );
  }
  return (
    <Stack gap="md" align="stretch">
      {certifications.map((_, index) => (
        <Group
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are named by its position.
          key={index}
          component="fieldset"
          aria-label={`Certification ${index + 1}`}
          gap="sm"
          align="flex-start"
          m={0}
          p={0}
          bd={0}
        >
          <TextInput
            label="Name"
            flex="1 1 100%"
            ref={index === added ? takeFocus : undefined}
            {...form.getInputProps(`certifications.${index}.name`)}
          />
          <TextInput
            label="Issued by"
            flex={{ base: '1 1 100%', sm: '1 1 0' }}
            {...form.getInputProps(`certifications.${index}.issuer`)}
          />
          <NumberInput
            label="Year"
            flex={{ base: '1 1 0', sm: '0 0 104px' }}
            size="md"
            hideControls
            allowDecimal={false}
            thousandSeparator=""
            {...form.getInputProps(`certifications.${index}.year`)}
          />
          <IconButton
            size={36}
            mt={29}
            label={`Remove certification ${index + 1}`}
            icon={IconX}
            onClick={() => {
              // Keeps the focus on the page when the row with the button disappears.
              addButton.current?.focus();
              form.removeListItem('certifications', index);
            }}
          />
        </Group>
      ))}
      <Group>
        <Button
          ref={addButton}
          variant="default"
          leftSection={<IconPlus size={16} stroke={1.75} />}
          disabled={certifications.length >= MOST_CERTIFICATIONS}
          onClick={() => {
            setAdded(certifications.length);
            form.insertListItem('certifications', { name: '', issuer: '', year: '' });
          }}
        >
          Add certification
        </Button>
      </Group>
    </Stack>
  );
}
