import { Checkbox, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { PlatformSettings } from '@stridewell/contract/settings/settings';
import {
  BANNER_AUDIENCES,
  BANNER_TONES,
  type BannerAudience,
  type BannerTone,
} from '@stridewell/contract/settings/settings.rules';
import { zoneName } from '@stridewell/contract/time';
import { useTimeZone } from '../../lib/time-zone.ts';
import { Muted } from '../../ui/muted.tsx';
import { useSchemaForm } from '../../ui/schema-form.ts';
import { SectionCard } from '../../ui/section-card.tsx';
import { useSection } from './settings.queries.ts';
import { instantOf, localTimeOf } from './settings.times.ts';
import { SettingsForm } from './settings-form.tsx';

const TONE_LABELS: Record<BannerTone, string> = { info: 'Information', warning: 'Warning' };
const AUDIENCE_LABELS: Record<BannerAudience, string> = {
  everyone: 'Everyone',
  coaches: 'Coaches',
  clients: 'Clients',
  visitors: 'Visitors',
};

type BannerProps = { loaded: PlatformSettings['banner'] };

/** A message on top of all pages. */
export function BannerSection({ loaded }: BannerProps) {
  const section = useSection('banner', loaded);
  return <BannerForm key={section.basis.version} section={section} />;
}

function BannerForm({ section: { basis, save, reload } }: { section: ReturnType<typeof useSection<'banner'>> }) {
  const zone = useTimeZone();
  const { value } = basis;
  const form = useSchemaForm(async () => (await import('@stridewell/contract/settings/settings')).banner, {
    initialValues: { ...value, from: localTimeOf(value.from, zone), until: localTimeOf(value.until, zone) },
    toInput: (values) => ({ ...values, from: instantOf(values.from, zone), until: instantOf(values.until, zone) }),
    submit: (input) => save({ section: 'banner', value: input, basedOn: basis.version }),
  });
  return (
    <SectionCard title="Message">
      <SettingsForm form={form} submitLabel="Save message" onReload={() => void reload()}>
        <Textarea
          size="md"
          label="Text"
          description="At most 280 characters. Leave empty to show nothing."
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('text')}
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <NativeSelect
            size="md"
            label="Audience"
            data={BANNER_AUDIENCES.map((one) => ({ value: one, label: AUDIENCE_LABELS[one] }))}
            {...form.getInputProps('audience')}
          />
          <NativeSelect
            size="md"
            label="Look"
            data={BANNER_TONES.map((one) => ({ value: one, label: TONE_LABELS[one] }))}
            {...form.getInputProps('tone')}
          />
          <TextInput label="From (optional)" type="datetime-local" {...form.getInputProps('from')} />
          <TextInput label="Until (optional)" type="datetime-local" {...form.getInputProps('until')} />
        </SimpleGrid>
        <Muted>Times in {zoneName(zone)}</Muted>
        <Checkbox label="Can be dismissed" {...form.getInputProps('dismissible', { type: 'checkbox' })} />
      </SettingsForm>
    </SectionCard>
  );
}
