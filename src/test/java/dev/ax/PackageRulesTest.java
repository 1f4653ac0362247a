package dev.ax;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The rules of the packages in docs/architecture.md: upper ones may use lower ones, never the reverse. */
@AnalyzeClasses(packages = "dev.ax", importOptions = ImportOption.DoNotIncludeTests.class)
class PackageRulesTest {

    @ArchTest
    static final ArchRule pureValuesKnowNoFramework = noClasses()
            .that()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx..", "io.smallrye..", "com.hazelcast..", "org.slf4j..");

    @ArchTest
    static final ArchRule onlyTheStoreKnowsRedis = noClasses()
            .that()
            .resideOutsideOfPackages("dev.ax.store..", "dev.ax.cli..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("io.vertx.redis..", "redis.embedded..");

    @ArchTest
    static final ArchRule packagesFormNoCycles =
            slices().matching("dev.ax.(*)..").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule valuesUseNothingAbove = classes()
            .that()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.ax.task..", "dev.ax.wheel..", "java..");

    @ArchTest
    static final ArchRule onlyClocksReadTheSystemsTime = noClasses()
            .that()
            .resideOutsideOfPackages("dev.ax.clock..", "dev.ax.cli..")
            .should()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(java.time.Instant.class, "now");
}
