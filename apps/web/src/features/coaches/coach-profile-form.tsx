import { ActionIcon, Button, Group, NumberInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { type CoachCard as Coach, type CoachProfile, coachProfile } from '@stridewell/contract/coaches';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { ProblemAlert } from '../../components/problem-alert.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { messageOf } from '../../lib/errors.ts';
import { toast } from '../../lib/toasts.ts';
import { useProblemFocus } from '../../lib/use-problem-focus.ts';
import classes from './coach-card.module.css';
import { CoachCard } from './coach-card.tsx';
import { useSaveCoachProfile } from './coaches.queries.ts';

type Fields = Omit<CoachProfile, 'specialities' | 'languages' | 'yearsOfExperience' | 'certifications'> & {
  /** Separated by commas, as people write a list. */
  specialities: string;
  languages: string;
  yearsOfExperience: number | string;
  certifications: { name: string; issuer: string; year: number | string }[];
};

const MOST_CERTIFICATIONS = 20;

const toFields = (coach: Coach): Fields => ({
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

const toProfile = ({ yearsOfExperience, ...fields }: Fields) => ({
  ...fields,
  specialities: listOf(fields.specialities),
  languages: listOf(fields.languages),
  yearsOfExperience: yearsOfExperience === '' ? null : yearsOfExperience,
});

/** Problems within a list that is one field here are told at that field. */
function problemsOf(fields: Fields): Record<string, string> {
  const problems = schemaResolver(coachProfile, { sync: true })(toProfile(fields));
  return Object.fromEntries(
    Object.entries(problems).map(([path, text]) => [path.replace(/^(specialities|languages)\..*/, '$1'), String(text)]),
  );
}

type CoachProfileFormProps = { coach: Coach };

/** What a coach tells about themselves, and beside it how it reads. */
export function CoachProfileForm({ coach }: CoachProfileFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const focusProblem = useProblemFocus(element);
  const form = useForm<Fields>({ initialValues: toFields(coach), validate: problemsOf });
  const save = useSaveCoachProfile(coach.coachId);
  const submit = form.onSubmit((fields) => {
    const checked = coachProfile.safeParse(toProfile(fields));
    if (!checked.success) return;
    save.mutate(checked.data, {
      onSuccess(saved) {
        form.setValues(toFields(saved));
        form.resetDirty(toFields(saved));
        toast.success('Profile saved', 'Your clients see it from now on.');
      },
    });
  }, focusProblem);
  const typed = coachProfile.safeParse(toProfile(form.values));
  const preview = typed.success ? { ...coach, ...typed.data } : coach;
  const { certifications } = form.values;
  return (
    <div className={classes.page}>
      <form ref={element} onSubmit={submit} noValidate>
        <Stack gap="lg">
          <ProblemAlert text={save.error && messageOf(save.error, 'Your profile was not saved. Please try again.')} />
          <SectionCard title="About you">
            <Stack gap="md">
              <TextInput
                label="Headline"
                description="One line under your name"
                placeholder="Strength for people with little time"
                {...form.getInputProps('headline')}
              />
              <Textarea
                label="About you"
                description="How you work, and whom you work with"
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
              <TextInput
                label="Specialities"
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
          </SectionCard>
          <SectionCard title="Certifications">
            <Stack gap="md" align="stretch">
              {certifications.map((_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the fields of a row are named by its place.
                <fieldset key={index} className={classes.certification} aria-label={`Certification ${index + 1}`}>
                  <TextInput label="Name" {...form.getInputProps(`certifications.${index}.name`)} />
                  <TextInput label="Issued by" {...form.getInputProps(`certifications.${index}.issuer`)} />
                  <NumberInput
                    label="Year"
                    size="md"
                    hideControls
                    allowDecimal={false}
                    thousandSeparator=""
                    {...form.getInputProps(`certifications.${index}.year`)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    size={36}
                    aria-label={`Remove certification ${index + 1}`}
                    onClick={() => form.removeListItem('certifications', index)}
                  >
                    <IconX size={18} stroke={1.75} />
                  </ActionIcon>
                </fieldset>
              ))}
              <Group>
                <Button
                  variant="default"
                  leftSection={<IconPlus size={16} stroke={1.75} />}
                  disabled={certifications.length >= MOST_CERTIFICATIONS}
                  onClick={() => form.insertListItem('certifications', { name: '', issuer: '', year: '' })}
                >
                  Add certification
                </Button>
              </Group>
            </Stack>
          </SectionCard>
          <SectionCard title="Links">
            <Stack gap="md">
              <TextInput label="Website" placeholder="example.com" {...form.getInputProps('website')} />
              <TextInput label="Instagram" placeholder="instagram.com/your.name" {...form.getInputProps('instagram')} />
            </Stack>
          </SectionCard>
          <Group>
            <Button type="submit" size="md" loading={save.isPending} disabled={!form.isDirty()}>
              Save profile
            </Button>
          </Group>
        </Stack>
      </form>
      <div className={classes.preview}>
        <SectionCard title="How your clients see you">
          <CoachCard coach={preview}>
            {preview.headline === '' && preview.bio === '' && (
              <Text c="dimmed">Add a headline and a few lines about you, and they appear here.</Text>
            )}
          </CoachCard>
        </SectionCard>
      </div>
    </div>
  );
}
