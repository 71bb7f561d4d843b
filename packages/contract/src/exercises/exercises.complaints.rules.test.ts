import { describe, expect, it } from 'vitest';
import { readComplaints } from './exercises.complaints.rules.ts';
import type { Contraindication } from './exercises.rules.ts';

const TODAY = '2026-11-24';
const read = (text: string) => readComplaints(text, TODAY);

describe('what is written about injuries', () => {
  it.each<[string, Contraindication[]]>([
    ['Old left knee injury', ['knee']],
    ['bad shoulder', ['shoulder']],
    ['Lower back pain when sitting', ['low_back']],
    ['My back hurts', ['low_back']],
    ['herniated disc L4/L5', ['low_back']],
    ['torn rotator cuff', ['shoulder']],
    ['runner’s knee, both sides', ['knee']],
    ['knee and hip arthritis', ['hip', 'knee']],
    ['Achilles tendinitis', ['ankle']],
    ['High blood pressure', ['heart']],
    ['carpal tunnel', ['wrist']],
    ['Vertigo sometimes', ['balance']],
    ["can't squat because of my knee", ['knee']],
    ['No injuries except my left knee', ['knee']],
    ['no problems apart from the right shoulder', ['shoulder']],
    ['No back pain, but a bad knee', ['knee']],
    ['No knee problems, bad shoulder', ['shoulder']],
    ['bad knee and no back problems', ['knee']],
    ['knee not fully healed', ['knee']],
    ['Knee is not great', ['knee']],
    ['shoulder never fully recovered', ['shoulder']],
    ['ACL tear in 2015', ['knee']],
    ['no cartilage left in the knee', ['knee']],
    ['no deep knee bends', ['knee']],
    ['pulled my groin in spring', ['hip']],
  ])('%s: exercises are left out', (text, complaints) => {
    expect(read(text).complaints).toEqual(complaints);
  });

  it.each([
    'no knee problems',
    'No knee problems.',
    'No issues with my knees or back',
    'no knee, back or shoulder problems',
    'No pain in knees, hips or back',
    'never had back pain',
    'my knees have never been a problem',
    'Knees are fine now',
    "my shoulder doesn't hurt any more",
    "I don't have any knee issues",
    'no history of back injury',
    'without knee pain',
    'None',
    'n/a',
    '-',
    'no injuries',
    'No known injuries',
    'nothing serious',
    'not pregnant',
    'No surgeries',
    'never had surgery',
    'pain-free',
    'no longer any knee pain',
  ])('%s: nothing', (text) => {
    expect(read(text)).toEqual({ complaints: [], conditions: [], unread: [] });
  });

  it.each<[string, string[]]>([
    ['asthma', ['asthma']],
    ['Bad knee, asthma', ['asthma']],
    ['plantar fasciitis', ['plantar fasciitis']],
    ['Only uses the Smith machine', ['Only uses the Smith machine']],
    ['prefers Smith machine squats', ['prefers Smith machine squats']],
    ['Dr. Smith says hernia', ['Dr. Smith says hernia']],
    ['upper back feels tight', ['upper back feels tight']],
    ['back in training since May', ['back in training since May']],
    ['work-life balance', ['work-life balance']],
    ['my mother has a bad knee', ['my mother has a bad knee']],
    ['my wife is pregnant', ['my wife is pregnant']],
    ['trying to get pregnant', ['trying to get pregnant']],
    ['No overhead pressing', ['No overhead pressing']],
    ['Type 2 diabetes', ['Type 2 diabetes']],
    ['broken finger in August', ['broken finger in August']],
  ])('%s: named, because no rule knows it', (text, unread) => {
    expect(read(text).unread).toEqual(unread);
  });

  it.each<[string, string, string]>([
    ['6 months pregnant', 'pregnancy', 'recent'],
    ['Pregnant with my second', 'pregnancy', 'recent'],
    ['expecting a baby in March', 'pregnancy', 'recent'],
    ['Third trimester', 'pregnancy', 'recent'],
    ['gave birth 8 weeks ago', 'postpartum', 'recent'],
    ['gave birth eight weeks ago', 'postpartum', 'recent'],
    ['8 weeks postpartum', 'postpartum', 'recent'],
    ['had a baby in October', 'postpartum', 'recent'],
    ['C-section', 'postpartum', 'undated'],
    ['c section in 2019', 'postpartum', 'old'],
    ['gave birth two years ago', 'postpartum', 'old'],
    ['gave birth in January', 'postpartum', 'old'],
    ['ACL surgery in August', 'surgery', 'recent'],
    ['ACL reconstruction 4 months ago', 'surgery', 'recent'],
    ['Surgery scheduled for December', 'surgery', 'recent'],
    ['hip replacement last year', 'surgery', 'recent'],
    ['knee surgery', 'surgery', 'undated'],
    ['knee surgery in 2015', 'surgery', 'old'],
    ['shoulder operation ten years ago', 'surgery', 'old'],
    ['ACL surgery in August 2019', 'surgery', 'old'],
    ['Heart attack in 2020', 'heart', 'recent'],
    ['chest pain on the stairs', 'chest_pain', 'recent'],
    ['fainted twice this year', 'fainting', 'recent'],
    ['Type 1 diabetes', 'insulin', 'recent'],
    ['uses insulin', 'insulin', 'recent'],
    ['epilepsy', 'epilepsy', 'recent'],
    ['diastasis recti', 'diastasis', 'recent'],
    ['breastfeeding', 'breastfeeding', 'recent'],
  ])('%s: a condition (%s, %s)', (text, kind, age) => {
    expect(read(text).conditions).toMatchObject([{ kind, age, words: text, cleared: false }]);
    expect(read(text).unread).toEqual([]);
  });

  it('keeps the complaint beside a condition', () => {
    expect(read('ACL surgery in August').complaints).toEqual(['knee']);
    expect(read('6 months pregnant').complaints).toEqual(['pregnancy']);
    expect(read('gave birth 8 weeks ago').complaints).toEqual(['pregnancy']);
    expect(read('gave birth two years ago').complaints).toEqual([]);
  });

  it.each([
    ['ACL surgery in August, cleared by the surgeon', true],
    ['Gave birth 8 weeks ago. My doctor has agreed to training.', true],
    ['ACL surgery in August, not cleared yet', false],
    ['ACL surgery in August, not yet cleared', false],
    ["gave birth 8 weeks ago, hasn't been cleared", false],
  ])('%s: cleared %s', (text, cleared) => {
    expect(read(text).conditions[0]?.cleared).toBe(cleared);
  });

  it.each([
    ['6 months pregnant. ACL surgery in August, cleared by the surgeon', [false, true]],
    ['ACL surgery in August. The surgeon has agreed. 6 months pregnant', [true, false]],
    ['6 months pregnant. My knee hurts, the physio said ok', [false]],
    ['ACL surgery in August, cleared; gave birth 8 weeks ago, not cleared yet', [true, false]],
  ])('%s: cleared %j, one condition at a time', (text, cleared) => {
    expect(read(text).conditions.map((condition) => condition.cleared)).toEqual(cleared);
  });

  it('reads several sentences apart', () => {
    expect(read('No knee problems. Lower back pain since 2019; asthma\nACL surgery in August')).toMatchObject({
      complaints: ['low_back', 'knee'],
      conditions: [{ kind: 'surgery', age: 'recent' }],
      unread: ['asthma'],
    });
  });
});
