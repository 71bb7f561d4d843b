import { describe, expect, it } from 'vitest';
import { EQUIPMENT } from '../records/records.options.rules.ts';
import { readEquipment } from './exercises.equipment.rules.ts';
import { EXERCISE_EQUIPMENT } from './exercises.rules.ts';

describe('equipment in free text', () => {
  it.each<[string, string[]]>([
    ['Smith machine', ['smith_machine']],
    ['Smith machine and cables', ['cable', 'smith_machine']],
    ['Cable machine', ['cable']],
    ['Rowing machine', ['rower']],
    ['Machines', ['machine']],
    ['leg press machine', ['machine']],
    ['2 dumbbells', ['dumbbells']],
    ['No bench', []],
    ['without a barbell', []],
    ['None', []],
  ])('%s', (item, equipment) => {
    expect(readEquipment([item]).equipment).toEqual(EXERCISE_EQUIPMENT.filter((one) => equipment.includes(one)));
    expect(readEquipment([item]).unread).toEqual([]);
  });

  it('knows every suggestion of the record, and names what it does not know', () => {
    expect(readEquipment(EQUIPMENT).unread).toEqual([]);
    expect(readEquipment(['Unicycle', 'Bike'])).toEqual({ equipment: ['bike'], read: ['Bike'], unread: ['Unicycle'] });
  });
});
