"""Text as the paraphrastic embeddings see it: lower-case words and character trigrams (ParaNMT-50M §4). `src/core/quality/meaning/embedding.ts` reads alike."""
import math
import re
import unicodedata

import numpy as np

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
CLITICS = ("'s", "'re", "'ve", "'ll", "'d", "'m")
STEMS = {'ca': 'can', 'wo': 'will', 'sha': 'shall'}
APOSTROPHES = str.maketrans('\u2019\u02bc\uff07', "'''")
SEPARATOR = '\x00'


def fold(text):
    """Composed, lower-case, plain apostrophes, white space folded to one space."""
    return ' '.join(unicodedata.normalize('NFC', text).translate(APOSTROPHES).lower().split())


def words(folded):
    """The words of a folded text; a clitic is a word of its own (`can't` is can + n't, `plan's` is plan + 's)."""
    found = []
    for word in WORD.findall(folded):
        if "'" not in word:
            found.append(word)
        elif word.endswith("n't") and len(word) > 3:
            found += [STEMS.get(word[:-3], word[:-3]), "n't"]
        else:
            clitic = next((one for one in CLITICS if word.endswith(one) and len(word) > len(one)), '')
            found += [word[:len(word) - len(clitic)], clitic] if clitic else [word]
    return found


class Alphabet:
    """Numbers the commonest characters 1..n and codes a trigram as three digits of base n + 1; any other character is 0."""

    def __init__(self, characters):
        self.characters = characters
        self.base = len(characters) + 1
        self.code = np.zeros(0x110000, np.int64)
        for number, character in enumerate(characters, 1):
            self.code[ord(character)] = number

    @classmethod
    def of(cls, folded, most=80):
        counts = np.zeros(0x110000, np.int64)
        for text in folded:
            points = np.frombuffer(text.encode('utf-32-le'), np.uint32)
            np.add.at(counts, points, 1)
        best = np.argsort(-counts, kind='stable')[:most]
        return cls([chr(point) for point in best if counts[point] > 0])

    def trigrams(self, folded):
        """Trigram codes of all texts in one array (-1 where a character is outside the alphabet), and where each text begins."""
        joined = SEPARATOR.join(' ' + text for text in folded)
        points = np.frombuffer(joined.encode('utf-32-le'), np.uint32)
        ends = np.flatnonzero(points == 0)
        starts = np.concatenate([[0], ends + 1])
        lengths = np.concatenate([ends, [len(points)]]) - starts
        digits = self.code[points]
        codes = (digits[:-2] * self.base + digits[1:-1]) * self.base + digits[2:]
        known = (digits[:-2] > 0) & (digits[1:-1] > 0) & (digits[2:] > 0)
        codes = np.where(known, codes, -1)
        counts = np.maximum(lengths - 2, 0)
        place = np.repeat(starts - np.concatenate([[0], np.cumsum(counts)[:-1]]), counts) + np.arange(counts.sum())
        return codes[place], np.concatenate([[0], np.cumsum(counts)])

    def spell(self, code):
        first, rest = divmod(int(code), self.base * self.base)
        second, third = divmod(rest, self.base)
        return ''.join(self.characters[digit - 1] for digit in (first, second, third))


class Vocabulary:
    """Words with their IDF and trigrams, numbered from 1; 0 is everything unknown."""

    def __init__(self, words_with_idf, trigrams, alphabet):
        self.words, self.idf = [word for word, _ in words_with_idf], [value for _, value in words_with_idf]
        self.trigrams, self.alphabet = trigrams, alphabet
        self.word_id = {word: number for number, word in enumerate(self.words, 1)}
        self.lookup = np.zeros(alphabet.base ** 3 + 1, np.int32)
        for number, trigram in enumerate(trigrams, 1):
            digits = alphabet.code[[ord(character) for character in trigram]]
            self.lookup[(digits[0] * alphabet.base + digits[1]) * alphabet.base + digits[2]] = number

    @classmethod
    def of(cls, folded, most_words, most_trigrams, least=3):
        documents = {}
        for text in folded:
            for word in set(words(text)):
                documents[word] = documents.get(word, 0) + 1
        best = sorted((word for word in documents if documents[word] >= least), key=lambda word: (-documents[word], word))[:most_words]
        alphabet = Alphabet.of(folded)
        counts = np.zeros(alphabet.base ** 3, np.int64)
        for start in range(0, len(folded), 20_000):
            codes, _ = alphabet.trigrams(folded[start:start + 20_000])
            counts += np.bincount(codes[codes >= 0], minlength=len(counts))
        order = [code for code in np.argsort(-counts, kind='stable')[:most_trigrams] if counts[code] >= least]
        return cls([(word, math.log(len(folded) / documents[word])) for word in best], [alphabet.spell(code) for code in order], alphabet)

    def number(self, folded):
        """Bags of all texts: word ids with offsets, trigram ids with offsets. A text without any has the one id 0."""
        lists = [[self.word_id.get(word, 0) for word in words(text)] or [0] for text in folded]
        word_offsets = np.concatenate([[0], np.cumsum([len(ids) for ids in lists])])
        word_ids = np.fromiter((number for ids in lists for number in ids), np.int32, word_offsets[-1])
        parts, sizes = [], []
        for start in range(0, len(folded), 20_000):
            codes, offsets = self.alphabet.trigrams([text if len(text) > 1 else text + '  ' for text in folded[start:start + 20_000]])
            parts.append(self.lookup[codes].astype(np.uint16))
            sizes.append(np.diff(offsets))
        return Bags(word_ids, word_offsets), Bags(np.concatenate(parts), np.concatenate([[0], np.cumsum(np.concatenate(sizes))]))


class Bags:
    """Many lists of ids in one array."""

    def __init__(self, ids, offsets):
        self.ids, self.offsets = ids, offsets

    def take(self, rows):
        """The ids of some rows behind each other, and where each row begins."""
        starts, sizes = self.offsets[rows], self.offsets[np.asarray(rows) + 1] - self.offsets[rows]
        begins = np.concatenate([[0], np.cumsum(sizes)])
        place = np.repeat(starts - begins[:-1], sizes) + np.arange(begins[-1])
        return self.ids[place].astype(np.int64), begins[:-1]
