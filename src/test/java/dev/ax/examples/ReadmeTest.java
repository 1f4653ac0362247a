package dev.ax.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows of a file is what the file says. */
class ReadmeTest {
    private static final Pattern REGION =
            Pattern.compile("<!-- region: (\\S+) -->\\n```\\w*\\n(.*?)```\\n<!-- end -->", Pattern.DOTALL);

    @Test
    void regionsAreVerbatim() throws IOException {
        String readme = Files.readString(Path.of("README.md"));

        assertThat(REGION.matcher(readme).results())
                .isNotEmpty()
                .allSatisfy(region -> assertThat(file(region)).contains(region.group(2)));
    }

    private static String file(MatchResult region) throws IOException {
        return Files.readString(Path.of(region.group(1)));
    }
}
