/** Messages of the interface in the words of readers. */

/** The message without its sentences for programs, which name tools and documents for agents. */
export function forPeople(message: string): string {
  return message
    .split(/(?<=\.) /)
    .filter((sentence) => !/\b(?:get|search|list)_[a-z]+|\/llms\.txt/.test(sentence))
    .join(' ');
}
